import type { Document, Node, Pair, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { DataPath, LocatedData, TextFault, TextReading } from './text-place.ts';
import { describeValue } from './text-place.ts';
import { bottomlessAt } from './yaml-depth.ts';

type Yaml = typeof import('yaml');
type Reading = { readonly yaml: Yaml; readonly faults: TextFault[] };

const tooDeep: TextFault = { offset: 0, what: 'the file is nested too deeply', expected: 'a few levels' };
const deepest = 64;
/** Duplicate keys are found when the values are taken, where keys that are equal as text count too. */
const parseOptions = {
  intAsBigInt: true,
  schema: 'core',
  merge: false,
  uniqueKeys: false,
  prettyErrors: false,
} as const;

/**
 * Reads YAML 1.2 text (core schema, integers as bigint) and finds every fault: syntax, duplicate keys, aliases, tags,
 * keys that are no plain values, numbers that JSON lacks. Never throws for a text.
 */
export async function readYamlText(text: string): Promise<TextReading> {
  const yaml = await import('yaml');
  const bottomless = bottomlessAt(text);
  if (bottomless !== undefined) return { data: undefined, faults: [{ ...tooDeep, offset: bottomless }] };
  const document = yaml.parseDocument(text, parseOptions);
  const syntax = syntaxFaults(document);
  if (syntax.length > 0) return { data: undefined, faults: syntax };
  const reading: Reading = { yaml, faults: tagFaults(document) };
  const value = toData(document.contents, reading, 0);
  const offsetOf = (path: DataPath, at: 'key' | 'value') => locate(yaml, document, path, at);
  const data: LocatedData = { value, offsetOf };
  return { data, faults: reading.faults };
}

/** Errors of the text itself; warnings count, but unknown tags are answered with all other tags. */
function syntaxFaults(document: Document.Parsed): TextFault[] {
  const found = [...document.errors, ...document.warnings].filter(
    ({ code }) => code !== 'TAG_RESOLVE_FAILED',
  );
  if (found.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return [tooDeep];
  const faults: TextFault[] = found.map(({ code, pos, message }) =>
    code === 'MULTIPLE_DOCS'
      ? { ...secondDocument, offset: pos[0] }
      : { offset: pos[0], what: asSentence(message) },
  );
  const { explicit, version } = document.directives.yaml;
  if (explicit === true && version !== '1.2')
    faults.push({ offset: 0, what: `%YAML ${version} is not read; leave the line out` });
  return faults;
}

const secondDocument = { what: 'a second document begins here', expected: 'one document' };

function asSentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  return `is not YAML: ${line.charAt(0).toLowerCase()}${line.slice(1).replace(/\.$/, '')}`;
}

function tagFaults(document: Document.Parsed): TextFault[] {
  return document.warnings.map((warning) => ({ ...tagFault, offset: warning.pos[0] }));
}

const tagFault = { what: 'a tag stands here', expected: 'plain values without tags' };

function toData(node: ParsedNode | Node | null, reading: Reading, depth: number): unknown {
  const { yaml, faults } = reading;
  if (node === null) return null;
  const offset = node.range?.[0] ?? 0;
  if (depth > deepest) {
    if (!faults.some(({ what }) => what === tooDeep.what)) faults.push({ ...tooDeep, offset });
    return null;
  }
  if (yaml.isAlias(node)) {
    faults.push({ offset, what: `*${node.source} is an alias`, expected: 'the value itself' });
    return null;
  }
  if (node.tag !== undefined && (yaml.isScalar(node) || yaml.isCollection(node)))
    noteTag(node.tag, offset, faults);
  if (yaml.isMap(node)) return mapToData(node, reading, depth);
  if (yaml.isSeq(node)) return (node as YAMLSeq<Node>).items.map((item) => toData(item, reading, depth + 1));
  return yaml.isScalar(node) ? scalarToData(node, offset, faults) : null;
}

/** Known tags (`!!int`) give no warning, so they are found here; unknown ones have been found already. */
function noteTag(tag: string, offset: number, faults: TextFault[]): void {
  const known = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;
  if (known.test(tag)) faults.push({ ...tagFault, offset });
}

function scalarToData(node: Scalar, offset: number, faults: TextFault[]): unknown {
  const { value } = node;
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  faults.push({ offset, what: `${node.source ?? value} is no number of JSON`, expected: 'a finite number' });
  return null;
}

function mapToData(map: YAMLMap, reading: Reading, depth: number): unknown {
  const entries = new Map<string, unknown>();
  for (const pair of map.items as Pair<Node, Node | null>[]) {
    const offset = pair.key?.range?.[0] ?? 0;
    const key = keyText(pair, reading.yaml);
    if (key === undefined) {
      reading.faults.push({ offset, what: 'a key is no plain value', expected: 'a text as key' });
      continue;
    }
    const value = toData(pair.value, reading, depth + 1);
    const wrong = keyFault(key, entries);
    if (wrong === undefined) entries.set(key, value);
    else reading.faults.push({ offset, ...wrong });
  }
  return Object.fromEntries(entries);
}

/** What is wrong with a key beside the keys before it: given twice, or a name that no object can hold safely. */
export function keyFault(
  key: string,
  before: { has(key: string): boolean },
): Pick<TextFault, 'what' | 'expected'> | undefined {
  if (before.has(key)) return { what: `key ${describeValue(key)} is given twice`, expected: 'each key once' };
  return key === '__proto__' ? { what: 'key "__proto__" is not allowed' } : undefined;
}

function keyText(pair: Pair<Node, Node | null>, yaml: Yaml): string | undefined {
  return yaml.isScalar(pair.key) ? String(pair.key.value) : undefined;
}

function locate(yaml: Yaml, document: Document.Parsed, path: DataPath, at: 'key' | 'value'): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, step] of path.entries()) {
    let key: Node | null = null;
    let next: Node | null | undefined;
    if (yaml.isMap(node)) {
      const pair = (node.items as Pair<Node, Node | null>[]).find((item) => keyText(item, yaml) === step);
      key = pair?.key ?? null;
      next = pair?.value;
    } else if (yaml.isSeq(node) && typeof step === 'number') next = (node as YAMLSeq<Node>).items[step];
    if (key === null && (next === undefined || next === null)) return offset;
    const wanted = at === 'key' && depth === path.length - 1 && key !== null ? key : (next ?? key);
    offset = wanted?.range?.[0] ?? offset;
    node = next ?? null;
  }
  return offset;
}
