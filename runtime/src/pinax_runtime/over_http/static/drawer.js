// The drawer at the right: one call, one page, or one reply in full.

import { post } from "./api.js";
import { byId, count, fill, make, millis } from "./dom.js";
import { blocks } from "./markdown.js";

const drawer = byId("drawer");

export function open(title, ...children) {
  byId("drawer-title").textContent = title;
  fill(byId("drawer-body"), ...children);
  if (!drawer.open) drawer.showModal();
  drawer.scrollTop = 0;
}

export const close = () => drawer.close();

/** Names and values, one pair a line. */
export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return make("dl", { class: "facts" }, ...shown.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

export const sheet = (text) => make("pre", { class: "sheet", tabindex: "0" }, text);

/** Show a page, or a section of it, as people read it; a button shows the text that an agent gets. */
export const page = (id) => reply("get_page", { url: id }, asPage);

function asPage(answer) {
  if (answer.is_error) return [sheet(pretty(answer.text))];
  const shown = make("div", { class: "page" }, ...blocks(answer.text));
  const plain = sheet(answer.text);
  plain.hidden = true;
  const toggle = make("button", { type: "button", "aria-pressed": "false", onclick: turn }, "As an agent gets it");
  function turn() {
    [shown.hidden, plain.hidden] = [plain.hidden, shown.hidden];
    toggle.setAttribute("aria-pressed", String(shown.hidden));
  }
  return [make("div", { class: "actions" }, toggle), shown, plain];
}

/** Call a tool and show what an agent gets, below a line that says what it costs. */
export function reply(tool, parameters, show = (answer) => [sheet(pretty(answer.text))]) {
  const place = make("div", {}, make("p", { class: "dim" }, "…"));
  post("call", { tool, arguments: parameters }).then(
    (answer) => {
      const kind = answer.is_error ? "Error" : "Reply";
      const cost = make("p", { class: "cost" }, `${kind}: about ${count(answer.tokens)} tokens, ${millis(answer.ms)} ms`);
      fill(place, cost, ...show(answer));
    },
    (error) => fill(place, make("p", { class: "error" }, error.message)),
  );
  return place;
}

/** Give JSON over several lines; other text as it is. */
export function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
