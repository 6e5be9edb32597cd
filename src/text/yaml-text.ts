import type { Document, Node } from 'yaml';
import {
  type DataPath,
  maxDepth,
  protoKey,
  type TextFault,
  type TextReading,
  tooDeep,
} from '../text-place.ts';

type Yaml = typeof import('yaml');

/**
 * Reads YAML 1.2 text (core schema, integers as bigint) and finds its faults: syntax, duplicate keys, unknown tags, aliases,
 * keys that are not scalars, numbers that JSON does not have. Never throws for a text.
 */
export async function readYamlText(text: string): Promise<TextReading> {
  const yaml = await import('yaml');
  const tooDeepAt = findDeepNesting(text);
  if (tooDeepAt !== undefined) return { kind: 'faults', faults: [{ offset: tooDeepAt, ...tooDeep }] };
  const document = yaml.parseDocument(text, {
    intAsBigInt: true,
    schema: 'core',
    merge: false,
    prettyErrors: false,
    // Keys that are equal as text are one key of the data: `7` and `"7"`.
    uniqueKeys: (one, other) => keyText(one) === keyText(other),
  });
  const faults = syntaxFaults(document);
  if (faults.length === 0) faults.push(...nodeFaults(document, yaml));
  if (faults.length > 0) return { kind: 'faults', faults };
  const offsetOf = (path: DataPath, at: 'key' | 'value') => locate(yaml, document, path, at);
  return { kind: 'data', value: document.toJS({ maxAliasCount: 0 }), offsetOf };
}

const openerLimit = 1_000;
const openers = /(?:[-?] |[!&]\w* ){1000}/;

/**
 * Where a text obviously nests far too deeply, or undefined. The parser would reject it too, but a megabyte of opening
 * brackets needs ten seconds. Brackets inside strings count; no sensible text leaves a thousand of them open.
 */
function findDeepNesting(text: string): number | undefined {
  const run = openers.exec(text);
  if (run !== null) return run.index;
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) open += 1;
    else if ((code === 0x5d || code === 0x7d) && open > 0) open -= 1;
    if (open > openerLimit) return at;
  }
  return undefined;
}

/** The faults that the parser finds; its warnings are about tags. */
function syntaxFaults({ errors, warnings }: Document.Parsed): TextFault[] {
  return [...errors, ...warnings].map(({ code, pos, message }) => {
    const words = ofCodes[code];
    return { offset: pos[0], ...(words ?? { what: `is not YAML: ${asClause(message)}` }) };
  });
}

const tagged = { what: 'tags are not supported', expected: 'plain values' };

const ofCodes: Readonly<Record<string, Omit<TextFault, 'offset'>>> = {
  MULTIPLE_DOCS: { what: 'the text has a second document', expected: 'one document' },
  DUPLICATE_KEY: { what: 'a key is given twice', expected: 'each key once' },
  TAG_RESOLVE_FAILED: tagged,
  RESOURCE_EXHAUSTION: tooDeep,
};

function asClause(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return `${line.charAt(0).toLowerCase()}${line.slice(1).replace(/\.$/, '')}`;
}

/** Finds what JSON does not have, and the first place that is nested too deeply. */
function nodeFaults(document: Document.Parsed, yaml: Yaml): TextFault[] {
  const faults: TextFault[] = [];
  const add = (node: unknown, words: Omit<TextFault, 'offset'>) =>
    faults.push({ offset: (node as Node | null)?.range?.[0] ?? 0, ...words });
  yaml.visit(document, {
    Alias: (_, node) => void add(node, { what: `*${node.source} is an alias`, expected: 'the value itself' }),
    Pair: (_, { key }) => {
      if (!yaml.isScalar(key)) add(key, { what: 'a key is not a plain value', expected: 'a string' });
      else if (key.value === '__proto__') add(key, protoKey);
    },
    Scalar: (_, node) => {
      if (node.tag !== undefined) add(node, tagged);
      if (typeof node.value === 'number' && !Number.isFinite(node.value))
        add(node, { what: `${node.source ?? node.value} is not a JSON number`, expected: 'a finite number' });
    },
    Collection: (_, node, path) => {
      if (node.tag !== undefined) add(node, tagged);
      if (path.filter(yaml.isCollection).length <= maxDepth) return undefined;
      add(node, tooDeep);
      return yaml.visit.BREAK;
    },
  });
  return faults;
}

function keyText(key: unknown): string {
  return String((key as { readonly value?: unknown }).value);
}

/** Returns the offset of the value at a path, or of its key; for a path that does not exist, of the nearest that does. */
function locate(yaml: Yaml, document: Document.Parsed, path: DataPath, at: 'key' | 'value'): number {
  const above = document.getIn(path.slice(0, -1), true);
  const pairs = yaml.isMap<Node>(above) ? above.items : [];
  const key = pairs.find((pair) => keyText(pair.key) === path.at(-1))?.key;
  const found = (at === 'key' && key) || (document.getIn(path, true) as Node | undefined) || key;
  if (found?.range || path.length === 0) return found?.range?.[0] ?? 0;
  return locate(yaml, document, path.slice(0, -1), 'value');
}
