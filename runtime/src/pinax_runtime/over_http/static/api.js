// Ask the server. A token, where it wants one, is kept for this tab alone and sent in a header.

import { byId } from "./dom.js";

const KEY = "pinax-token";

export class RequestError extends Error {}

/** GET something, with parameters; those that are empty are left out. */
export function get(name, parameters = {}, signal = undefined) {
  const given = Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const query = new URLSearchParams(given).toString();
  return ask(`/api/${name}${query ? `?${query}` : ""}`, { signal });
}

/** POST a JSON object. */
export function post(name, value, signal = undefined) {
  const headers = { "Content-Type": "application/json" };
  return ask(`/api/${name}`, { method: "POST", headers, body: JSON.stringify(value), signal });
}

async function ask(path, options) {
  const token = sessionStorage.getItem(KEY);
  const headers = { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let response;
  try {
    response = await fetch(path, { ...options, headers, cache: "no-store" });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new RequestError("The server does not answer. Is it running?");
  }
  if (response.status === 401) {
    await logIn(Boolean(token));
    return ask(path, options);
  }
  const value = await response.json();
  if (!response.ok) throw new RequestError(value.error.message);
  return value;
}

let waiting = null;

/** Ask for a token; whoever needs one meanwhile waits for the same one. */
function logIn(wrong) {
  waiting ??= new Promise((done) => {
    const dialog = byId("login");
    const form = byId("login-form");
    byId("login-error").hidden = !wrong;
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY, form.elements.token.value.trim());
      form.reset();
      dialog.close();
      waiting = null;
      done();
    }, { once: true });
    dialog.showModal();
  });
  return waiting;
}
