import { isUtf8 } from 'node:buffer';
import { skipSpace } from '../../json/json-bytes.ts';
import { readStrictJson as readJson } from '../../json/strict-json.ts';
import { buildNode, type JsonNode, pointer } from './json-node.ts';

/** What breaks RFC 8259 in a text, where (JSON pointer and byte), and what would have been right. */
export type JsonFlaw = ReturnType<typeof flawAt>;

export type JsonText = {
  /** Undefined if the text cannot be read to its end; the last flaw says why. */
  readonly root: JsonNode | undefined;
  readonly flaws: readonly JsonFlaw[];
};

/** The maximum nesting. RFC 8259 allows a limit, and this one is far beyond any order. */
const maxDepth = 500;
/** The maximum number of values in an order or Error. RFC 8259 also allows a limit for the size; each value needs memory. */
const maxValues = 10_000;
const maxFlaws = 100;
const markLength = 3;

/**
 * Reads a body as one JSON text by RFC 8259: UTF-8 without a byte order mark, no duplicate member names, nothing after
 * the value. `onItem` receives the items of an outermost array, which are not kept then.
 * More than `mostValues` values in the text, or in one of these items, are a flaw.
 */
export function readStrictJson(
  bytes: Buffer,
  onItem?: (item: JsonNode) => void,
  mostValues: number = maxValues,
): JsonText {
  const broken = encodingFlaw(bytes);
  if (broken !== undefined) return { root: undefined, flaws: [broken] };
  const marked = bytes.toString('latin1', 0, markLength) === '\xef\xbb\xbf';
  const from = marked ? markLength : 0;
  const mark = marked ? [flawAt(0, 'a byte order mark', 'no byte order mark')] : [];
  if (skipSpace(bytes, from) === bytes.length) {
    const flaws = [...mark, flawAt(0, 'an empty body', 'a JSON text')];
    return { root: undefined, flaws };
  }
  const read = readJson(bytes, {
    builder: buildNode,
    maxDepth,
    maxValues: mostValues,
    maxFlaws,
    from,
    onItem,
  });
  const flaws = read.flaws.map(({ path, at, what, expected }) => flawAt(at, what, expected, pointer(path)));
  return { root: read.root, flaws: [...mark, ...flaws] };
}

function encodingFlaw(bytes: Buffer): JsonFlaw | undefined {
  if (isUtf8(bytes)) return undefined;
  // Decoding replaces what is not UTF-8.
  const replaced = Buffer.from(bytes.toString('utf8'));
  const bad = bytes.findIndex((byte, at) => byte !== replaced[at]);
  return flawAt(bad, 'a byte that is not UTF-8', 'UTF-8');
}

function flawAt(at: number, what: string, expected: string, where = '') {
  return { pointer: where, at, what, expected };
}
