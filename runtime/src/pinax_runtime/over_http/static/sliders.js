// The ranking's parameters, each as a slider and a number; what was changed is sent with every search.

import { byId, fill, make } from "./dom.js";

let preset = [];
const current = new Map();

/** Make the sliders; call back whenever one has moved. */
export function setUp(parameters, moved) {
  preset = parameters;
  fill(byId("sliders"), ...parameters.map((parameter) => slider(parameter, moved)));
  byId("reset").addEventListener("click", (event) => {
    event.preventDefault();
    current.clear();
    setUpAgain(moved);
    moved();
  });
}

/** Give the parameters that were changed. */
export const values = () => Object.fromEntries(current);
export const changed = () => current.size > 0;

function setUpAgain(moved) {
  fill(byId("sliders"), ...preset.map((parameter) => slider(parameter, moved)));
  tell();
}

function slider({ name, value, largest }, moved) {
  const most = largest <= 1 ? 1 : Math.max(4, Math.ceil(value * 3));
  const id = `slider-${name}`;
  const range = make("input", { type: "range", id, min: "0", max: most, step: "0.05", value });
  const number = make("input", { type: "number", min: "0", max: largest, step: "any", value, "aria-label": name });
  const element = make("div", { class: "slider" }, make("label", { for: id }, name.replaceAll("_", " ")), range, number);
  function take(from, other) {
    const taken = Math.min(largest, Math.max(0, Number(from.value) || 0));
    other.value = taken;
    if (taken === value) current.delete(name);
    else current.set(name, taken);
    element.classList.toggle("changed", taken !== value);
    tell();
    moved();
  }
  range.addEventListener("input", () => take(range, number));
  number.addEventListener("input", () => take(number, range));
  return element;
}

/** Say how to use these settings elsewhere. */
function tell() {
  const settings = [...current].map(([name, value]) => `--set ${name}=${value}`);
  byId("settings").textContent = settings.join("\n");
  byId("settings").hidden = byId("reset").hidden = !settings.length;
}
