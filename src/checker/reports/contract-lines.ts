import { isCollection, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml';

/** Finds the line, from 1, of the place that a JSON pointer names. */
export type LineOf = (pointer: string) => number;

function isPairOf(name: string): (item: unknown) => item is Pair<Node, Node | null> {
  return (item): item is Pair<Node, Node | null> =>
    typeof item === 'object' &&
    item !== null &&
    'key' in item &&
    isScalar(item.key) &&
    String(item.key.value) === name;
}

/**
 * Opens the text of an OpenAPI document in YAML for look-ups. A place is the line of its key; a pointer that leads
 * nowhere gives the nearest place above that there is.
 */
export function contractLines(text: string): LineOf {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  return (pointer) => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const step of pointer.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const pair: unknown = isCollection(node) ? node.items.find(isPairOf(name)) : undefined;
      if (!isPairOf(name)(pair)) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    }
    return counter.linePos(offset).line;
  };
}
