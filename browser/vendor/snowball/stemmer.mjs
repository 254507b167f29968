// What Snowball's algorithms stand on: after basestemmer.py of its release in Python. Licence: LICENSE

/** Return a table of endings (or beginnings) with their results, and the rules that some must pass. */
export function among(items, rules = {}) {
  const results = new Map();
  let longest = 0;
  for (let at = 0; at < items.length; at += 2) {
    results.set(items[at], items[at + 1]);
    longest = Math.max(longest, items[at].length);
  }
  return { results, rules, longest };
}

/** The word, the cursor in it, and what moves it. */
export class Stemmer {
  /** Return the stem of a word. */
  stemWord(word) {
    this.current = word;
    this.cursor = this.bra = this.limit_backward = 0;
    this.limit = this.ket = word.length;
    this._stem();
    return this.current;
  }

  in_grouping(letters) {
    if (this.cursor >= this.limit || !letters.includes(this.current[this.cursor])) return false;
    this.cursor++;
    return true;
  }

  out_grouping(letters) {
    if (this.cursor >= this.limit || letters.includes(this.current[this.cursor])) return false;
    this.cursor++;
    return true;
  }

  in_grouping_b(letters) {
    if (this.cursor <= this.limit_backward || !letters.includes(this.current[this.cursor - 1])) return false;
    this.cursor--;
    return true;
  }

  out_grouping_b(letters) {
    if (this.cursor <= this.limit_backward || letters.includes(this.current[this.cursor - 1])) return false;
    this.cursor--;
    return true;
  }

  go_in_grouping(letters) {
    while (this.in_grouping(letters));
    return this.cursor < this.limit;
  }

  go_out_grouping(letters) {
    while (this.out_grouping(letters));
    return this.cursor < this.limit;
  }

  go_in_grouping_b(letters) {
    while (this.in_grouping_b(letters));
    return this.cursor > this.limit_backward;
  }

  go_out_grouping_b(letters) {
    while (this.out_grouping_b(letters));
    return this.cursor > this.limit_backward;
  }

  eq_s(text) {
    if (this.cursor + text.length > this.limit || !this.current.startsWith(text, this.cursor)) return false;
    this.cursor += text.length;
    return true;
  }

  eq_s_b(text) {
    if (this.cursor - text.length < this.limit_backward || !this.current.endsWith(text, this.cursor)) return false;
    this.cursor -= text.length;
    return true;
  }

  find_among({ results, rules, longest }) {
    const start = this.cursor;
    for (let length = Math.min(longest, this.limit - start); length >= 0; length--) {
      const text = this.current.slice(start, start + length);
      if (!results.has(text)) continue;
      this.cursor = start + length;
      if (!rules[text]) return results.get(text);
      const passed = this[rules[text]]();
      this.cursor = start + length;
      if (passed) return results.get(text);
    }
    return 0;
  }

  find_among_b({ results, rules, longest }) {
    const start = this.cursor;
    for (let length = Math.min(longest, start - this.limit_backward); length >= 0; length--) {
      const text = this.current.slice(start - length, start);
      if (!results.has(text)) continue;
      this.cursor = start - length;
      if (!rules[text]) return results.get(text);
      const passed = this[rules[text]]();
      this.cursor = start - length;
      if (passed) return results.get(text);
    }
    return 0;
  }

  replace_s(bra, ket, text) {
    const longer = text.length - (ket - bra);
    this.current = this.current.slice(0, bra) + text + this.current.slice(ket);
    this.limit += longer;
    if (this.cursor >= ket) this.cursor += longer;
    else if (this.cursor > bra) this.cursor = bra;
    return longer;
  }

  slice_from(text) {
    this.replace_s(this.bra, this.ket, text);
    this.ket = this.bra + text.length;
  }

  slice_del() {
    this.slice_from("");
  }

  slice_to() {
    return this.current.slice(this.bra, this.ket);
  }

  insert(bra, ket, text) {
    const longer = this.replace_s(bra, ket, text);
    if (bra <= this.bra) this.bra += longer;
    if (bra <= this.ket) this.ket += longer;
  }
}
