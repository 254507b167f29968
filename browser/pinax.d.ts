/** Read Pinax bundles in a browser or under Node. */

/** What goes wrong, and nothing else is thrown. The message says what to do. */
export class BundleError extends Error {
  code: "unreachable" | "missing" | "damaged" | "limit" | "version" | "analyzer" | "usage" | "internal";
}

export interface ReadOptions {
  /** Stands for `fetch`, for instance to send a header. */
  fetch?: typeof fetch;
  /** Requests that are under way at once; 12. */
  concurrency?: number;
  /** How long a server may send nothing (ms); 10,000. */
  timeout?: number;
}

export interface SearchOptions {
  /** Names of docsets; all without it. */
  docs?: string[];
  /** Facet → values: a page must have one of them, or as the object says. Without a query, all pages that have them are found. */
  filters?: Record<string, string[] | { any?: string[]; all?: string[]; none?: string[] }>;
  /** Search one page, and show its sections. */
  page?: string;
  /** Show every section that matches, instead of each page once. */
  sections?: boolean;
  limit?: number;
  offset?: number;
  /** Sort the best pages by a value of theirs; `-` before the name reverses. */
  sort?: string;
  /** Parameters of the ranking for this search: docs/format.md, 7.3. */
  ranking?: Record<string, number>;
  /** Count the values of facets among the pages that match. */
  countFacets?: boolean;
  /** How many of the best sections to give beside the pages; none without it. */
  below?: number;
}

export interface Excerpt {
  /** One line that shows why the section was found. */
  text: string;
  /** Start and end of each of the query's words in it. */
  marks: [number, number][];
}

export interface Hit {
  docset: string;
  /** `docset:path#anchor`, which `page()` takes. */
  id: string;
  url: string;
  /** Fragment of the published page; empty for the page itself. */
  anchor: string;
  title: string;
  /** Titles from below the page to the section. */
  headings: string[];
  score: number;
  facets: Record<string, string[]>;
  /** Metadata of the page. */
  meta: Record<string, string>;
  fetched_at: string;
  /** Other versions of the page. */
  variants?: string[];
  /** Where its source is shown. */
  source_url?: string;
  /** Read the passage that answers best. Null where later searches have taken its place. */
  excerpt(): Promise<Excerpt | null>;
}

export interface Reply {
  query: string;
  hits: Hit[];
  /** Number of pages that match, or of sections. */
  total: number;
  /** Words that no page holds. */
  unknown_words: string[];
  /** What was searched for in place of misspelled words. */
  did_you_mean?: string;
  /** Nothing holds what was quoted, so the quotes were left out. */
  relaxed?: boolean;
  facets?: Record<string, Record<string, number>>;
  /** The best sections, where `below` asks for some. */
  sections?: Hit[];
}

export interface OutlineNode {
  anchor: string;
  title: string;
  words: number;
  kind: "page" | "heading" | "definition";
  /** First and last line in a file of source code. */
  lines?: [number, number];
  children: OutlineNode[];
}

interface AboutPage {
  docset: string;
  url: string;
  path: string;
  title: string;
  description: string;
  meta: Record<string, string>;
  facets: Record<string, string[]>;
  variants: string[];
  fetched_at: string;
  /** Of the section that the address leads to; empty for the page, null if there is no such section. */
  anchor: string | null;
}

export interface Page extends AboutPage {
  outline(): OutlineNode;
  /** Markdown of the section with an anchor and of the sections below it; null if there is no such section. */
  text(anchor?: string | null, options?: { below?: boolean }): Promise<string | null>;
}

export interface PageReply extends AboutPage {
  outline: OutlineNode;
  /** Markdown. */
  text: string | null;
}

export interface SymbolOptions {
  kind?: string;
  language?: string;
  docs?: string[];
  limit?: number;
  /** URLs of pages: only their definitions, and only those whose names are what was typed, or end in it. */
  pages?: string[];
}

export interface SymbolReply {
  symbols: SymbolHit[];
  total: number;
  /** Whether the name is so common that not all definitions were looked at. */
  cut: boolean;
}

export interface SymbolHit {
  name: string;
  kind: string;
  language: string;
  signature: string;
  visibility: string;
  line: number;
  lastLine: number;
  docset: string;
  id: string;
  url: string;
  anchor: string;
}

/** Bundles that are searched as one. */
export interface OpenLibrary {
  readonly isInWorker: boolean;
  search(query: string, options?: SearchOptions): Promise<Reply>;
  /** A page by its URL, path or id, with `#anchor` or without. `below: false` leaves out the sections below that one. */
  page(address: string, options?: { below?: boolean }): Promise<PageReply | null>;
  symbols(name: string, options?: SymbolOptions): Promise<SymbolReply>;
  about(): Promise<{ docsets: Record<string, unknown>[]; notices: string[]; verified: boolean }>;
  close(): void;
}

/** Open bundles by their addresses (under Node also folders), in a worker where one may be started. */
export function openLibrary(
  places: string | string[],
  options?: ReadOptions & { worker?: boolean },
): Promise<OpenLibrary>;

/** An open bundle. */
export interface Bundle {
  readonly entry: Record<string, unknown>;
  readonly ranking: Record<string, number>;
  readonly docsets: { name: string; title: string; url: string; weight: number; [member: string]: unknown }[];
  readonly verified: boolean;
  readonly notices: string[];
}

/** Open a bundle in this thread; reads nothing but its entry. */
export function openBundle(place: string | URL, options?: ReadOptions): Promise<Bundle>;

/** Bundles that are searched as one, in this thread. */
export class Library {
  search(query: string, options?: SearchOptions): Promise<Reply>;
  page(address: string, options?: { docs?: string[] }): Promise<Page | null>;
  symbols(name: string, options?: SymbolOptions): Promise<SymbolReply>;
}

/** Search open bundles as one. */
export function libraryOf(...bundles: (Bundle | { bundle: Bundle; name?: string; weight?: number })[]): Library;
