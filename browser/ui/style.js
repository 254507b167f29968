/**
 * How the panel looks. A site sets the variables that docs/how-to/search-box.md lists, or styles the parts.
 * @module
 */

export const STYLE = `
* { box-sizing: border-box; }
.root {
  color-scheme: light;
  --ground: var(--pinax-ground, #fff); --text: var(--pinax-text, #1c2024); --dim: var(--pinax-dim, #60666e);
  --line: var(--pinax-line, #dfe2e6); --accent: var(--pinax-accent, #0b62c4); --active: var(--pinax-active, #eaf2fc);
  --mark: var(--pinax-mark, #ffe9a8); --mark-text: var(--pinax-mark-text, #1c2024); --code: var(--pinax-code, #f1f3f5);
  --radius: var(--pinax-radius, .625rem);
  font-family: var(--pinax-font, inherit); font-size: var(--pinax-size, 1rem); line-height: 1.5; color: var(--text); text-align: start;
  letter-spacing: normal; text-transform: none; font-weight: 400; font-style: normal; white-space: normal; word-spacing: normal;
}
.root.dark {
  color-scheme: dark;
  --ground: var(--pinax-ground, #1b1e23); --text: var(--pinax-text, #e6e9ed); --dim: var(--pinax-dim, #a2a9b3);
  --line: var(--pinax-line, #363b43); --accent: var(--pinax-accent, #7db7ff); --active: var(--pinax-active, #26354a);
  --mark: var(--pinax-mark, #6b5310); --mark-text: var(--pinax-mark-text, #fff3cf); --code: var(--pinax-code, #2a2f37);
}
button, input, select { font: inherit; color: inherit; letter-spacing: inherit; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.probe { position: absolute; inline-size: 0; block-size: 0; background: Canvas; }
[hidden] { display: none !important; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

dialog {
  inset: 0; margin: 10vh auto auto; padding: 0; inline-size: min(var(--pinax-width, 46rem), calc(100vw - 2rem)); block-size: min(40rem, 80vh);
  max-inline-size: none; max-block-size: none; overflow: clip; flex-direction: column; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--ground); color: inherit; box-shadow: 0 1rem 3rem rgb(0 0 0 / .3);
}
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(10 14 20 / .45); }
.box { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); }
.box .body { max-block-size: var(--pinax-height, 32rem); }
.box:not(.busy, .filled) .scroll { display: none; }
.box:not(.filled) .foot { display: none; }

.bar { display: flex; align-items: center; gap: .5rem; padding: 0 1rem; border-block-end: 1px solid var(--line); flex: none; }
.box:not(.filled) .bar { border-block-end: 0; }
.bar:has(input:focus-visible) { box-shadow: inset 0 -2px var(--accent); }
.bar svg { inline-size: 1.25rem; block-size: 1.25rem; flex: none; fill: none; stroke: var(--dim); stroke-width: 2; stroke-linecap: round; }
.bar input { flex: 1; min-inline-size: 0; block-size: 3.25rem; border: 0; padding: 0 .25rem; background: none; outline: none; font-size: 1.0625rem; appearance: none; }
.bar input::placeholder { color: var(--dim); opacity: 1; }
.bar input::-webkit-search-cancel-button { display: none; }
.bar button { border: 1px solid var(--line); border-radius: .375rem; background: none; color: var(--dim); font-size: .8125rem; padding: .2rem .5rem; min-block-size: 1.75rem; flex: none; }
.bar button:hover { color: var(--text); border-color: var(--dim); }

.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; padding: .5rem 1rem; border-block-end: 1px solid var(--line); flex: none; font-size: .875rem; }
.body { display: flex; flex: 1; min-block-size: 0; overflow-wrap: anywhere; }
.facets { flex: none; inline-size: 13rem; overflow-y: auto; overscroll-behavior: contain; padding: .5rem 1rem; border-inline-end: 1px solid var(--line); font-size: .875rem; }
.facets fieldset { border: 0; margin: 0 0 .75rem; padding: 0; min-inline-size: 0; }
.facets legend { padding: 0; font-weight: 600; margin-block-end: .25rem; }
.facets label, .dropdowns label { display: flex; gap: .5rem; align-items: baseline; min-block-size: 1.75rem; cursor: pointer; }
.values input { accent-color: var(--accent); flex: none; translate: 0 .1em; }
.values .value { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.values .number { color: var(--dim); font-variant-numeric: tabular-nums; }
.dropdowns { display: flex; flex-wrap: wrap; gap: .5rem; }
details { position: relative; }
summary { cursor: pointer; list-style: none; }
summary::after { content: ""; display: inline-block; margin-inline-start: .5em; border: .3em solid transparent; border-block-start-color: currentColor; border-block-end: 0; vertical-align: .15em; }
details .values { position: absolute; z-index: 1; inset-block-start: calc(100% + .25rem); inset-inline-start: 0; inline-size: 15rem; max-block-size: 20rem; overflow-y: auto; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--ground); box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / .25); }
.tools .sort { margin-inline-start: auto; }
.tools select.plain { background: var(--ground); }
.scroll { flex: 1; min-inline-size: 0; overflow-y: auto; overscroll-behavior: contain; padding: .5rem; min-block-size: 0; scroll-padding: .5rem; }
.said { margin: .25rem .5rem .5rem; color: var(--dim); font-size: .875rem; }
.said p { margin: .125rem 0; }
.said b { color: var(--text); font-weight: 600; }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--dim); }
:is(.empty, .error) p { margin: 0 0 .75rem; }
.empty .title { color: var(--text); font-weight: 600; }
.error { padding: 1.5rem 1rem; text-align: start; }
.plain, summary { border: 1px solid var(--line); border-radius: .375rem; background: none; padding: .375rem .875rem; font-size: .875rem; }
.plain:hover, summary:hover { border-color: var(--dim); }
.more { display: block; margin: .5rem auto; }

.group { margin-block-end: .25rem; padding-block-end: .25rem; }
.group + .group { border-block-start: 1px solid var(--line); padding-block-start: .5rem; }
.row { display: block; padding: .5rem .75rem; border-inline-start: 3px solid transparent; border-radius: .25rem; color: inherit; text-decoration: none; scroll-margin-block: .5rem; }
.row.section { margin-inline-start: .75rem; padding-block: .375rem; border-inline-start-color: var(--line); border-start-start-radius: 0; border-end-start-radius: 0; }
.row[aria-selected=true] { background: var(--active); border-inline-start-color: var(--accent); }
.row:hover .title { text-decoration: underline; text-underline-offset: .15em; }
.row[aria-disabled=true] { cursor: default; }
.row[aria-disabled=true] .title { text-decoration: none; }
.row img { float: inline-end; inline-size: 3.5rem; block-size: 3.5rem; margin-inline-start: .75rem; border-radius: .25rem; object-fit: cover; background: var(--code); }
.row.page:has(img) { min-block-size: 4.5rem; }
.row .signature { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; text-align: start; color: var(--dim); font-size: .8125rem; font-family: ui-monospace, monospace; }
.row.symbol .title { font-family: ui-monospace, monospace; font-size: .9375rem; }
.row .head { display: flex; gap: .75rem; align-items: baseline; justify-content: space-between; }
.row .title { font-weight: 600; color: var(--accent); display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; min-inline-size: 0; }
.row.section .title { font-size: .9375rem; font-weight: 500; }
.row .docset { flex: none; max-inline-size: 40%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--dim); font-size: .75rem; }
.row .excerpt { margin: .125rem 0 0; block-size: 2lh; color: var(--dim); font-size: .875rem; overflow: hidden; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.row.section .excerpt { block-size: 1lh; -webkit-line-clamp: 1; }
.row[aria-selected=true] :is(.excerpt, .signature) { color: var(--text); }
.excerpt code { font-family: ui-monospace, monospace; font-size: .9em; background: var(--code); border-radius: .2em; padding: 0 .2em; }
mark { background: var(--mark); color: var(--mark-text); border-radius: .15em; padding: 0 .08em; font-weight: 600; }

.foot { display: flex; min-block-size: 2.25rem; gap: 1rem; align-items: center; flex-wrap: wrap; padding: .5rem 1rem; border-block-start: 1px solid var(--line); color: var(--dim); font-size: .75rem; flex: none; }
.foot .keys { display: flex; gap: 1rem; }
.foot .count { margin-inline-start: auto; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-inline-size: 0; max-inline-size: 100%; }
.foot kbd { font: inherit; border: 1px solid var(--line); border-radius: .25rem; padding: 0 .35em; margin-inline-end: .25em; }

@media (max-width: 40rem) {
  dialog { margin: 0; inline-size: 100vw; block-size: 100dvh; border: 0; border-radius: 0; }
  .row .excerpt { block-size: 3lh; -webkit-line-clamp: 3; }
  .row.section .excerpt { block-size: 2lh; -webkit-line-clamp: 2; }
  .body { flex-direction: column; }
  .facets { inline-size: auto; max-block-size: 40%; border-inline-end: 0; border-block-end: 1px solid var(--line); }
  .bar { padding-inline: .75rem; }
  .tools { position: relative; }
  details { position: static; }
  details .values { inset-inline: 1rem; inset-block-start: calc(100% - .25rem); inline-size: auto; }
  .row.section { margin-inline-start: .25rem; }
  .foot .keys { display: none; }
}
@media (pointer: coarse) { .foot .keys { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: shown .12s ease-out; }
  @keyframes shown { from { opacity: 0; } }
}
@media (forced-colors: active) {
  .row[aria-selected=true] { outline: 2px solid Highlight; outline-offset: -2px; }
  mark { background: Mark; color: MarkText; }
}
@media print { .root { display: none; } }
`;
