/** A secret, or a variant of one. Each character of `bytes` is one byte. */
export type Needle = {
  readonly bytes: string;
  /** Whether it is also found inside a longer word. */
  readonly inWords: boolean;
};

/** Finds all needles in one pass, ignoring the case of ASCII letters: an Aho-Corasick automaton. */
export type Search = {
  /** The length of the shortest needle in bytes. */
  readonly shortest: number;
  /** The length of the longest needle in bytes. */
  readonly longest: number;
  /** Calls `found` with places that together cover each needle in the text. */
  find(text: string, found: (from: number, to: number) => void): void;
  /** Returns the length of the longest needle, or beginning of one, at the end of a text. */
  begunAtEnd(text: string): number;
};

/** White space, and what separates values in HTTP, URLs and JSON. */
const separator = /[\s"'`=&,;:?/<>()[\]{}|\\]/;
const bytes = Array.from({ length: 256 }, (_, code) => code);
const isSeparator = Uint8Array.from(bytes, (code) => Number(separator.test(String.fromCharCode(code))));
const folded = Uint8Array.from(bytes, (code) => (code >= 65 && code <= 90 ? code + 32 : code));
const codeAt = (text: string, at: number): number => folded[text.charCodeAt(at)] ?? 0;

/** A trie. Node 0 is its root. */
type Tree = {
  /** The child of a node for a byte, by `node * 256 + byte`. */
  readonly children: Map<number, number>;
  readonly needles: (Needle | undefined)[];
  readonly depths: number[];
  /** The node of the longest proper end of a node's text that is a node. */
  readonly falls: number[];
  /** The first node from a node on, by `falls`, that has a needle; 0 if none has. */
  readonly hits: number[];
};

export function createSearch(needles: readonly Needle[]): Search {
  const tree = createTree(needles);
  link(tree);
  const starts = Int32Array.from(bytes, (code) => tree.children.get(code) ?? 0);
  const step = (from: number, code: number): number => {
    for (let node = from; node !== 0; node = tree.falls[node] ?? 0) {
      const next = tree.children.get(node * 256 + code);
      if (next !== undefined) return next;
    }
    return starts[code] ?? 0;
  };
  const lengths = needles.map((needle) => needle.bytes.length);
  return {
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
    find(text, found) {
      let node = 0;
      for (let at = 0; at < text.length; at++) {
        node = step(node, codeAt(text, at));
        if (tree.hits[node] === 0) continue;
        const from = startOfNeedle(tree, node, text, at + 1);
        if (from <= at) found(from, at + 1);
      }
    },
    begunAtEnd(text) {
      let node = 0;
      for (let at = 0; at < text.length; at++) node = step(node, codeAt(text, at));
      return tree.depths[node] ?? 0;
    },
  };
}

function createTree(needles: readonly Needle[]): Tree {
  const tree: Tree = { children: new Map(), needles: [undefined], depths: [0], falls: [0], hits: [0] };
  for (const needle of needles) {
    let node = 0;
    for (let at = 0; at < needle.bytes.length; at++) {
      const edge = node * 256 + codeAt(needle.bytes, at);
      node = tree.children.get(edge) ?? tree.depths.push(at + 1) - 1;
      tree.children.set(edge, node);
    }
    if (tree.needles[node]?.inWords !== true) tree.needles[node] = needle;
  }
  return tree;
}

/** Sets `falls` and `hits`. Edges were added from the root outwards, but not level by level. */
function link({ children, needles, depths, falls, hits }: Tree): void {
  const edges = [...children].sort(([, one], [, other]) => (depths[one] ?? 0) - (depths[other] ?? 0));
  for (const [edge, node] of edges) {
    const code = edge % 256;
    let fall = Math.floor(edge / 256);
    let end: number | undefined;
    while (fall !== 0 && end === undefined) {
      fall = falls[fall] ?? 0;
      end = children.get(fall * 256 + code);
    }
    falls[node] = end ?? 0;
    hits[node] = needles[node] === undefined ? (hits[end ?? 0] ?? 0) : node;
  }
}

/**
 * Returns where the longest needle begins that ends at `to`, or `to` if none does. It covers the shorter ones.
 *
 * @param state the node of the text up to `to`
 */
function startOfNeedle(
  { needles, depths, falls, hits }: Tree,
  state: number,
  text: string,
  to: number,
): number {
  for (let node = hits[state] ?? 0; node !== 0; node = hits[falls[node] ?? 0] ?? 0) {
    const from = to - (depths[node] ?? 0);
    if (needles[node]?.inWords === true || (isEdge(text, from - 1) && isEdge(text, to))) return from;
  }
  return to;
}

function isEdge(text: string, at: number): boolean {
  return at < 0 || at >= text.length || isSeparator[text.charCodeAt(at)] === 1;
}
