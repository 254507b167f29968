// Make and find elements. Text is only ever set as text, never as markup.

export const byId = (id) => document.getElementById(id);

/** Make an element: `make("a", {href: "…", class: "x", onclick: f}, "text", child)`. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Put something else into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}

/** Say something in a line that is otherwise hidden. */
export function say(element, message, bad = false) {
  element.textContent = message;
  element.hidden = !message;
  element.classList.toggle("bad", bad);
}

/** Call a function when it has not been asked for again for some milliseconds. */
export function later(ms, call) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(call, ms, ...values);
  };
}

export const count = (number) => number.toLocaleString("en-US");
export const digits = (number, most = 2) => number.toLocaleString("en-US", { maximumFractionDigits: most, minimumFractionDigits: most });

/** Give milliseconds with as many digits as tell something. */
export const millis = (ms) => digits(ms, ms < 10 ? 2 : ms < 100 ? 1 : 0);

export function bytes(number) {
  if (number < 1000) return `${number} B`;
  return number < 1e6 ? `${digits(number / 1000, number < 1e5 ? 1 : 0)} kB` : `${digits(number / 1e6, 2)} MB`;
}
