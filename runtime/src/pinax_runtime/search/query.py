"""Read a question: its words, phrases, names and filters of words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from pinax_runtime.search import knobs
from pinax_runtime.text import UNSPACED_RUN, Analyzer, Match, Run, analyzer, fold, normalize, words_of

# Stop words: words that hold a question together and say little about its subject (articles, question words).
#
# In technical text their idf alone does not tell: "may", "also" or "how" stand in few reference pages, and a question
# that is asked in full sentences has more of them than of the words that count. So they count less; they are not left
# out, because a query may be about `with` or `for`.

_WORDS = {
    "english": """a about after all also am an and any are as at be because been before being between both but by can
        could did do does doing during each either etc for from had has have having he her here his how i if in into is
        it its itself just may me might more most must my no nor not of on one only or other our ought out over own per
        please shall she should since so some such than that the their them then there these they this those through to
        too under until up upon us versus very vs was we were what when where whether which while who whom whose why
        will with within without would yet you your e.g i.e""",
    "french": """à afin ai alors ainsi après au aucun aussi autre aux avant avec avoir ça ce ceci cela celle celui
        ces cet cette ceux chaque ci comme comment dans de des donc du elle elles en encore entre est et été être eux
        fait il ils je la le les leur leurs lors lorsque lui ma mais me même mes moi mon ne ni nos notre nous on
        ont ou où par parce pas pendant peut plus pour pourquoi pouvez puis quand que quel quelle quelles quels qui
        quoi sa sans se selon ses si son sont sous sur ta te tous tout toute toutes très tu un une vers vos votre
        vous y""",
    "german": """aber alle allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da dabei
        damit dann das dass daß dein dem den denn der des dessen die dies diese diesem diesen dieser dieses doch dort du
        durch ein eine einem einen einer eines er es etwa für gegen hat haben hatte hier ich ihr ihre ihrem ihren ihrer
        im in ins ist ja jede jedem jeden jeder jedes kann kein keine können man mehr mein mich mir mit muss müssen nach
        nicht noch nun nur ob oder ohne sehr sein seine seiner sich sie sind so soll sollte über um und uns unser unter
        vom von vor wann warum was weil welche welchem welchen welcher welches wenn wer werden wie wieso wir wird wo
        wurde zu zum zur zwischen""",
    "spanish": """a al algo algún alguna algunos ante antes así aunque bajo cada como cómo con contra cual cuál cuales
        cuando cuándo de del desde donde dónde durante e el él ella ellas ellos en entre era es esa ese eso esta está
        están este esto estos fue ha hace hasta hay la las le les lo los más me mi mientras muy ni no nos o otra otro
        para pero por porque puede puedo que qué quien quién se según ser si sí sin sobre son su sus también tan te
        tiene todo todos tu un una uno unos usted y ya yo""",
    "italian": """a ad agli ai al alla alle allo anche ancora che chi ci come con contro così cui da dagli dai dal
        dalla dalle degli dei del della delle dello di dopo dove e è ed era essere fare fra gli ha hanno i il in io
        la le lo loro ma mi mia mio ne nei nel nell nella nelle no noi non o ogni per perché più può qual quale quali
        quando quello questa questi questo se sei senza si sia solo sono sopra su sua sugli sui sul sulla suo tra tu
        tutti un una uno vi voi""",
    "portuguese": """a à ao aos as às até com como cada da das de dela dele deles depois do dos e é ela elas ele eles em
        entre era essa esse esta está este eu foi há isso isto já lhe mais mas me mesmo meu muito na não nas nem no nos
        nós o onde os ou para pela pelas pelo pelos pode por porque porquê posso qual quais quando que quê quem se sem
        ser seu seus só sobre são sua suas também te tem todo todos tu um uma você""",
    "dutch": """aan al alle als andere ben bij daar dan dat de deze die dit doen door dus een en er geen had heb hebben
        heeft het hier hij hoe hun ik in is ja je kan kunnen maar meer men met mijn moet na naar niet nog nu of om omdat
        onder ons ook op over te tegen tot u uit uw van veel voor waar waarom wanneer was wat we wel welke werd wie wij
        worden wordt zal ze zich zij zijn zo zonder zou""",
    "russian": """а без более больше будет бы был была были было быть в вам вас вы где да для до его ее её если есть еще
        ещё же за здесь и из или им их к как какая какие какой ко когда кого кто ли между меня мне может можно мой мы на
        над не него нее ней нет ни них но ну о об он она они оно от перед по под после почему при про с себя со так
        также такой там то того тоже только том ты у уже чего чем что чтобы эта эти это этого этот я""",
}


@lru_cache
def stop_terms(algorithm: str) -> frozenset[str]:
    """Return the primary terms of a language's stop words.

    >>> "how" in stop_terms("english"), "asyncio" in stop_terms("english"), stop_terms("none")
    (True, False, frozenset())
    """
    if algorithm not in _WORDS:
        return frozenset()
    runs = analyzer(algorithm).runs(_WORDS[algorithm])
    return frozenset(
        term for run in runs for term in ([run.parts[0][0]] if len(run.parts) == 1 else dict(run.wholes).values())
    )


# Find the name that a query spells, with its container and kind, as indexes and people write it. No I/O.
#
# Strategy. `get_loc() (pandas.Index method)` and "kruskal in scipy.stats.mstats" say one qualified name in pieces, in
# any order, with words between them that say what kind of thing it is. Without these words and the signs around them,
# up to three pieces are left. Joined in every order they are the names that may be meant; which of them is one, the
# symbols of a segment tell.

_KIND_WORDS = """attribute class command constant constructor data decorator directive enum enumerator exception field
    function interface macro member method module namespace operator option package parameter property protocol
    statement struct trait type union variable"""
_KINDS = {word: word for word in _KIND_WORDS.split()} | {"attr": "attribute", "func": "function", "var": "variable"}
"""Word of a query → the kind of symbol that it says."""
_BESIDE_KINDS = "a abstract an built-in builtin c c++ command-line environment from global in line of python static the"
_MANNERS = frozenset(_BESIDE_KINDS.split())
"""Words that stand with a kind and say no name."""
_AROUND = "\"'`(),;:"
_NAME_LIKE = re.compile(r"\w(?:::|->|[.#/\\_])\w|\w_|_\w|\(\)|[a-z\d][A-Z]")
"""What tells a name from a word, where no kind is said."""
_MAX_PIECES = 3
_MAX_WORDS = 12
"""Words of a query beyond which it is a sentence."""


class Names(NamedTuple):
    """What a query may name."""

    names: tuple[str, ...] = ()
    """Qualified names, any of which may be meant; none where the query does not look like a name."""
    kinds: frozenset[str] = frozenset()
    """Kinds of symbols that the query says beside the name."""
    certain: bool = True
    """Whether it is a name whatever its kind; a common word is one only if a symbol has it and the kind."""


NO_NAMES = Names()
"""What a query of plain words names."""


def names_in(text: str) -> Names:
    """Return the names that a query may spell with all of its words.

    >>> names_in("get_loc() (pandas.Index method)").names
    ('get_loc.pandas.Index', 'pandas.Index.get_loc')
    >>> names_in("asyncio.gather()").names, names_in("retry backoff").names
    (('asyncio.gather',), ())
    """
    typed = text.split()
    if len(typed) == 1:
        return Names((typed[0].strip('"').removesuffix("()"),))
    if len(typed) > _MAX_WORDS:
        return NO_NAMES
    kinds = frozenset(_KINDS[word] for word in map(_word, typed) if word in _KINDS)
    pieces = [piece for piece in (one.strip(_AROUND) for one in typed) if piece and not _says_no_name(piece)]
    certain = bool(_NAME_LIKE.search(text))
    if not 0 < len(pieces) <= _MAX_PIECES or not (kinds or certain):
        return NO_NAMES
    separator = next((sign for sign in ("::", "#", "/", "\\") if any(sign in piece for piece in pieces)), ".")
    names = dict.fromkeys(separator.join(order) for order in permutations(pieces))
    return Names(tuple(names), kinds, certain or len(pieces) > 1)


def _says_no_name(piece: str) -> bool:
    word = _word(piece)
    return word in _KINDS or word in _MANNERS


def _word(piece: str) -> str:
    return piece.strip(_AROUND).casefold()


# Take a query apart: words, identifiers, quoted phrases, a prefix.
#
# A query has a *term* for each word it asks for. Any spelling of the word will do: accented and not, or, for a prefix,
# whatever starts so. An identifier such as `asyncio.gather` is a term for each of its parts and, beyond those, one
# *whole*: finding it adds to a score, and its absence costs nothing.
#
# Why:   docs/decisions/0007, docs/decisions/0026 and docs/decisions/0054

SEPARATORS = frozenset("/\\")
"""Signs beside a word that make it part of a name."""

_QUOTED = re.compile(r'"([^"]*)"|([^"]+)')


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """One word that a query asks for."""

    spellings: tuple[str, ...]
    """Spellings in the index, any of which will do; the first is the primary one."""
    position: int
    """Position of the word in the query (words, from 0)."""
    whole: bool = False
    """Whether it is a spelling over several words, which counts in scores but not in coverage."""
    n_spelled: int = 0
    """Number of words that a whole is spelled with, where it is all of a name as typed; else 0."""
    prefix: str = ""
    """Beginning of further terms that will do; empty for none."""
    open_ended: bool = False
    """Whether the prefix counts only if nothing has the word as typed, since a last word may be unfinished."""
    stop: bool = False
    """Whether it is a stop word, which counts less and which a section may lack and still hold every word."""

    @property
    def is_asked(self) -> bool:
        """Whether it is looked for in questions."""
        return not self.whole and not self.stop


@dataclass(frozen=True, slots=True)
class Query:
    """A query's text, taken apart in one language."""

    terms: tuple[QueryTerm, ...]
    n_words: int = 0
    """Positions that the whole query takes (words)."""
    phrases: tuple[tuple[tuple[int, str], ...], ...] = ()
    """Quoted phrases of two words or more, each as (position in the query, primary term) of its words.

    A word that is too long to be indexed takes a position but has no term.
    """
    required: tuple[str, ...] = ()
    """Primary terms of quoted single words, which a section must hold."""
    named: Names = NO_NAMES
    """Names of symbols that the whole query may spell."""


def parse_query(text: str, analyzer: Analyzer) -> Query:
    """Take a query's text apart.

    Args:
        text: As typed. `"…"` is a phrase; `word*` is a prefix; the last word is one too where nothing has it as a
            whole word, unless it is quoted or followed by a space or a full stop; so is a name that it ends.
        analyzer: Of the segment that is asked.
    """
    terms: list[QueryTerm] = []
    phrases: list[tuple[tuple[int, str], ...]] = []
    required: list[str] = []
    position = n_quoted = 0
    stops = stop_terms(analyzer.algorithm)
    named = names_in(text[: knobs.MAX_QUERY_CHARS])
    for quoted, plain in _QUOTED.findall(text[: knobs.MAX_QUERY_CHARS]):
        piece = quoted or plain
        words: list[tuple[int, str]] = []
        for match in analyzer.matches(piece):
            starred = not quoted and piece[match.end : match.end + 1] == "*"
            made = _terms(match.run, position, piece[match.start : match.end] if starred else "")
            if len(made) == 1 and not quoted and _is_stop(made[0], match, piece, stops):
                made = [replace(made[0], stop=True)]
            terms += made
            words += [(position + at, spellings[0]) for at, spellings in enumerate(match.run.parts) if spellings]
            position += len(match.run.parts)
        n_quoted += len(words) if quoted else 0
        if quoted and len(words) > 1:
            phrases.append(tuple(words))
        elif quoted:
            required += [term for _, term in words]
    if position - n_quoted > knobs.MAX_WORDS_BESIDE_QUOTES:
        phrases, required = [], []
    terms = _with_few_stars(terms[: knobs.MAX_TERMS])
    if (text[-1:].isalnum() or text.endswith("_")) and len(text) <= knobs.MAX_QUERY_CHARS:
        terms = _open_ended(terms, position, _last_word(text))
    if all(term.stop or term.whole for term in terms):
        terms = [replace(term, stop=False) for term in terms]
    return Query(tuple(terms), position, tuple(phrases), tuple(required), named)


def _open_ended(terms: Sequence[QueryTerm], n_words: int, ending: str) -> list[QueryTerm]:
    """Let the last word, and the name that it ends, stand for what begins so, unless the word is starred."""
    last = max((at for at, term in enumerate(terms) if not term.whole), default=-1)
    opened = list(terms)
    if last < 0 or terms[last].prefix:
        return opened
    if len(ending) >= 2:
        opened[last] = replace(terms[last], prefix=ending, open_ended=True)
    for at, term in enumerate(terms):
        if term.n_spelled and term.position + term.n_spelled == n_words:
            opened[at] = replace(term, prefix=term.spellings[0], open_ended=True)
    return opened


def is_task(terms: Collection[QueryTerm]) -> bool:
    """Tell whether a query describes a task: whether it has many words, or some and those of a sentence."""
    words = {term.position for term in terms if not term.whole and not term.stop}
    stop_words = {term.position for term in terms if term.stop}
    is_sentence = min(len(words), len(stop_words)) >= knobs.MIN_TASK_WORDS_OF_EACH
    return is_sentence or len(words) >= knobs.MIN_TASK_WORDS


def asks(text: str, query: Query) -> bool:
    """Tell whether a query is compared with questions: it is neither a name nor an entry of an index."""
    if query.named.names:
        return False
    n_stops = len({term.position for term in query.terms if term.stop})
    is_plain = "," not in text and not any(term.n_spelled for term in query.terms)
    return is_plain or n_stops >= knobs.MIN_TASK_WORDS_OF_EACH


def _with_few_stars(terms: Iterable[QueryTerm]) -> list[QueryTerm]:
    """Keep the prefix of the first starred terms only: expanding one takes as long as many words."""
    starred, kept = 0, []
    for term in terms:
        starred += bool(term.prefix)
        kept.append(replace(term, prefix="") if term.prefix and starred > knobs.MAX_STARRED else term)
    return kept


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word of a query as it was typed."""

    word: str
    position: int
    """Position of its term in the query (words)."""
    start: int
    """Offset of its first character in the query's text."""
    run: tuple[int, int]
    """Start and end of the run that it is part of (offsets)."""
    literal: bool
    """Whether it is quoted or starred, and so meant as it stands."""

    @property
    def end(self) -> int:
        """Offset behind its last character."""
        return self.start + len(self.word)


def typed_words(text: str, analyzer: Analyzer) -> Iterator[TypedWord]:
    """Yield the words that a query's terms are of, in order (without those that stand for another spelling)."""
    position = 0
    for found in _QUOTED.finditer(text[: knobs.MAX_QUERY_CHARS]):
        group = 2 if found[2] else 1
        piece, offset = found[group] or "", found.start(group)
        for match in analyzer.matches(piece):
            literal = group == 1 or piece[match.end : match.end + 1] == "*"
            run = (offset + match.start, offset + match.end)
            start = run[0]
            for word in words_of(piece[match.start : match.end]):
                at = text.find(word, start, run[1])
                if at >= 0:
                    yield TypedWord(word, position, at, run, literal)
                    # Pairs of characters overlap: the next may start inside this one.
                    start = at + 1
                position += 1


def _is_stop(term: QueryTerm, match: Match, piece: str, stop_terms: Set[str]) -> bool:
    """Say whether a word only holds a question together; in `/etc/hosts` and `with()` it does not."""
    before, after = piece[max(0, match.start - 1) : match.start], piece[match.end : match.end + 1]
    is_named = not SEPARATORS.isdisjoint(before + after) or after == "("
    return term.spellings[0] in stop_terms and not is_named


def _terms(run: Run, position: int, starred: str) -> list[QueryTerm]:
    if len(run.parts) > 1 and run.wholes and all(spellings and len(spellings[0]) == 1 for spellings in run.parts):
        # An abbreviation ("e.g.", "U.S."): its letters are no words.
        return [QueryTerm((run.wholes[0][1],), position)]
    # A character of a script without spaces is indexed with the one that follows it.
    parts = [
        QueryTerm(spellings, position + at, prefix=_single(spellings[0]))
        for at, spellings in enumerate(run.parts)
        if spellings
    ]
    # The last character of such a script is indexed by itself, and only a query for it alone asks for that.
    wholes = [QueryTerm((term,), position + offset, whole=True) for offset, term in run.wholes if not _single(term)]
    if wholes and wholes[0].position == position:
        wholes[0] = replace(wholes[0], n_spelled=len(run.parts))
    if starred and parts:
        last = parts[-1]
        parts[-1] = QueryTerm(last.spellings, last.position, prefix=_last_word(starred))
    return wholes + parts


def _single(term: str) -> str:
    return term if len(term) == 1 and UNSPACED_RUN.fullmatch(term) else ""


def _last_word(text: str) -> str:
    """Return the last word of a text, folded."""
    return fold(normalize(re.split(r"[\W_]+", text)[-1]))
