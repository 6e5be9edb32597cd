import type { Document, Node, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import {
  type DataPath,
  duplicateKey,
  maxDepth,
  protoKey,
  type TextFault,
  type TextReading,
  tooDeep,
} from '../text-place.ts';

type Yaml = typeof import('yaml');
type YamlPair = Pair<Node, Node | null>;
type Reading = { readonly yaml: Yaml; readonly faults: TextFault[] };

/** The parser does not look for duplicate keys, because keys that are equal as text count too: `7` and `"7"`. */
const parseOptions = {
  intAsBigInt: true,
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
} as const;

/**
 * Reads YAML 1.2 text (core schema, integers as bigint) and finds every fault: syntax, duplicate keys, aliases, tags,
 * keys that are not scalars, numbers that JSON does not have. Never throws for a text.
 */
export async function readYamlText(text: string): Promise<TextReading> {
  const yaml = await import('yaml');
  const tooDeepAt = findDeepNesting(text);
  if (tooDeepAt !== undefined) return { data: undefined, faults: [{ offset: tooDeepAt, ...tooDeep }] };
  const document = yaml.parseDocument(text, parseOptions);
  const syntax = syntaxFaults(document);
  if (syntax.length > 0) return { data: undefined, faults: syntax };
  const reading: Reading = { yaml, faults: tagFaults(document) };
  const value = toData(document.contents, reading, 0);
  const offsetOf = (path: DataPath, at: 'key' | 'value') => locate(yaml, document.contents, path, at);
  return { data: { value, offsetOf }, faults: reading.faults };
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

/** Errors of the text itself, and warnings, except those about unknown tags: `tagFaults` reports all tags. */
function syntaxFaults(document: Document.Parsed): TextFault[] {
  const found = [...document.errors, ...document.warnings].filter(
    ({ code }) => code !== 'TAG_RESOLVE_FAILED',
  );
  if (found.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return [{ offset: 0, ...tooDeep }];
  const faults: TextFault[] = found.map(({ code, pos, message }) => ({
    offset: pos[0],
    ...(code === 'MULTIPLE_DOCS' ? secondDocument : { what: asSentence(message) }),
  }));
  const { explicit, version } = document.directives.yaml;
  if (explicit === true && version !== '1.2')
    faults.push({ offset: 0, what: `%YAML ${version} is not supported`, hint: 'remove the line' });
  return faults;
}

const secondDocument = { what: 'the text has a second document', expected: 'one document' };

function asSentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return `is not YAML: ${line.charAt(0).toLowerCase()}${line.slice(1).replace(/\.$/, '')}`;
}

function tagFaults(document: Document.Parsed): TextFault[] {
  return document.warnings.map((warning) => ({ offset: warning.pos[0], ...tagFault }));
}

const tagFault = { what: 'tags are not supported', expected: 'plain values' };

function toData(node: ParsedNode | Node | null, reading: Reading, depth: number): unknown {
  const { yaml, faults } = reading;
  if (node === null) return null;
  const offset = node.range?.[0] ?? 0;
  if (depth > maxDepth) {
    if (!faults.some(({ what }) => what === tooDeep.what)) faults.push({ offset, ...tooDeep });
    return null;
  }
  if (yaml.isAlias(node)) {
    faults.push({ offset, what: `*${node.source} is an alias`, expected: 'the value itself' });
    return null;
  }
  // Unlike unknown tags, known ones (`!!int`) give no warning.
  if (node.tag !== undefined && (yaml.isScalar(node) || yaml.isCollection(node)) && knownTag.test(node.tag))
    faults.push({ offset, ...tagFault });
  if (yaml.isMap(node)) return mapToData(node, reading, depth);
  if (yaml.isSeq(node)) return (node as YAMLSeq<Node>).items.map((item) => toData(item, reading, depth + 1));
  return yaml.isScalar(node) ? scalarToData(node, offset, faults) : null;
}

const knownTag = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

function scalarToData(node: Scalar, offset: number, faults: TextFault[]): unknown {
  const { value } = node;
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  faults.push({ offset, what: `${node.source ?? value} is not a JSON number`, expected: 'a finite number' });
  return null;
}

function mapToData(map: YAMLMap, reading: Reading, depth: number): unknown {
  const entries = new Map<string, unknown>();
  for (const pair of map.items as YamlPair[]) {
    const offset = pair.key?.range?.[0] ?? 0;
    const key = keyText(pair, reading.yaml);
    if (key === undefined) {
      reading.faults.push({ offset, what: 'a key is not a plain value', expected: 'a string' });
      continue;
    }
    const value = toData(pair.value, reading, depth + 1);
    if (entries.has(key)) reading.faults.push({ offset, ...duplicateKey(key) });
    else if (key === '__proto__') reading.faults.push({ offset, ...protoKey });
    else entries.set(key, value);
  }
  return Object.fromEntries(entries);
}

function keyText(pair: YamlPair, yaml: Yaml): string | undefined {
  return yaml.isScalar(pair.key) ? String(pair.key.value) : undefined;
}

function locate(yaml: Yaml, root: Node | null, path: DataPath, at: 'key' | 'value'): number {
  let node = root;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, step] of path.entries()) {
    // Of two pairs with the same key, the first one counts.
    const pair = yaml.isMap(node)
      ? (node.items as YamlPair[]).find((one) => keyText(one, yaml) === step)
      : undefined;
    const next =
      yaml.isSeq(node) && typeof step === 'number' ? (node as YAMLSeq<Node>).items[step] : pair?.value;
    const wanted = at === 'key' && depth === path.length - 1 ? (pair?.key ?? next) : (next ?? pair?.key);
    if (wanted == null) return offset;
    offset = wanted.range?.[0] ?? offset;
    node = next ?? null;
  }
  return offset;
}
