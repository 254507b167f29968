"""Scripts that the browser runs for the crawl: before a page's own, or beside them in an isolated world.

Rules: as far as scripts can bring it about, the same page becomes the same HTML each time.
"""

from __future__ import annotations

MAKE_STEADY = """
(() => {
  const Real = Date, shift = Date.UTC(2026, 0, 1, 12) - Date.now(), now = () => Real.now() + shift;
  const Steady = function (...given) {
    if (!new.target) return new Real(now()).toString();
    return Reflect.construct(Real, given.length ? given : [now()], new.target);
  };
  Object.assign(Steady, { now, parse: Real.parse, UTC: Real.UTC });
  Object.defineProperty(Steady, 'name', { value: 'Date' });
  Steady.prototype = Real.prototype;
  Real.prototype.constructor = Steady;
  globalThis.Date = Steady;
  let state = 1;
  Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
})();
"""
"""Starts the clock at the same moment for each page, and makes random numbers a fixed sequence."""

STATE = """
(() => document.readyState + ' ' + document.getElementsByTagName('*').length + ' '
  + (document.body ? document.body.textContent.length : 0) + ' ' + location.href)()
"""
"""Returns a text that differs while a page is being filled."""

SERIALIZE = """
((most) => {
  const inert = document.implementation.createHTMLDocument('');
  let left = most;
  const copy = (node) => {
    if (node.localName === 'style') return null;
    left -= 20 + (node.nodeValue || '').length;
    if (left < 0) return null;
    const made = inert.importNode(node, false);
    const slotted = node.localName === 'slot' ? node.assignedNodes() : [];
    for (const child of node.shadowRoot ? node.shadowRoot.childNodes : slotted.length ? slotted : node.childNodes) {
      const copied = copy(child);
      if (copied) made.appendChild(copied);
    }
    return made;
  };
  const html = '<!DOCTYPE html>' + copy(document.documentElement).outerHTML;
  return left < 0 || html.length > most ? null : html;
})(%d)
"""
"""Returns the page's HTML without styles, shadow trees in the place of what they hide; null if it is too large."""
