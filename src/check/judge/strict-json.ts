import { type JsonFlaw, type JsonMember, type JsonNode, pointerStep } from './json-node.ts';
import { JsonBreak, scanNumber, scanString, skipSpace } from './json-tokens.ts';
import { firstBadByte, hasByteOrderMark, otherEncoding } from './utf8.ts';

/** What came of reading a JSON text strictly. */
export type JsonText = {
  /** Undefined where the text cannot be read to its end. */
  readonly root: JsonNode | undefined;
  /** At most 100. */
  readonly flaws: readonly JsonFlaw[];
  /** All of them. */
  readonly flawCount: number;
};

/** Gets each item of the outermost array. */
export type OnItem = (item: JsonNode, index: number) => void;

/** Values may nest this deep. RFC 8259 lets a reader set a bound, and this one is far beyond any order. */
export const maxDepth = 500;

const maxFlaws = 100;

/**
 * Reads one JSON text by RFC 8259, over its bytes: UTF-8 without a byte order mark, no two members of one name, nothing
 * after the value. With `onItem`, the items of an outermost array are handed over one by one and not kept, so that a
 * list of any length needs little memory; `items` of the root is empty then.
 */
export function readStrictJson(bytes: Buffer, onItem?: OnItem): JsonText {
  return new StrictReader(bytes, onItem).read();
}

class StrictReader {
  readonly #bytes: Buffer;
  readonly #onItem: OnItem | undefined;
  readonly #flaws: JsonFlaw[] = [];
  #flawCount = 0;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(bytes: Buffer, onItem: OnItem | undefined) {
    this.#bytes = bytes;
    this.#onItem = onItem;
  }

  read(): JsonText {
    let root: JsonNode | undefined;
    try {
      this.#begin();
      root = this.#value();
      this.#end();
    } catch (error) {
      if (!(error instanceof JsonBreak)) throw error;
      root = undefined;
      this.#add({ pointer: this.#pointer(), at: error.at, what: error.what, expected: error.expected });
    }
    return { root, flaws: this.#flaws, flawCount: this.#flawCount };
  }

  #begin(): void {
    const bytes = this.#bytes;
    const other = otherEncoding(bytes);
    if (other !== undefined) throw new JsonBreak(0, `the text is in ${other}`, 'UTF-8');
    const bad = firstBadByte(bytes);
    if (bad !== undefined) throw new JsonBreak(bad, 'a byte is not UTF-8', 'UTF-8');
    if (hasByteOrderMark(bytes)) {
      this.#add({
        pointer: '',
        at: 0,
        what: 'the text begins with a byte order mark',
        expected: 'no byte order mark',
      });
      this.#at = 3;
    }
    this.#at = skipSpace(bytes, this.#at);
    if (this.#at === bytes.length) throw new JsonBreak(0, 'the body is empty', 'a JSON text');
  }

  #end(): void {
    this.#at = skipSpace(this.#bytes, this.#at);
    if (this.#at < this.#bytes.length) {
      throw new JsonBreak(this.#at, 'something follows the end of the JSON text', 'the end of the body');
    }
  }

  #value(): JsonNode {
    this.#at = skipSpace(this.#bytes, this.#at);
    const start = this.#at;
    const byte = this.#bytes[start];
    if (byte === 0x22) return this.#string();
    if (byte === 0x7b) return this.#object();
    if (byte === 0x5b) return this.#array();
    if (byte === 0x2d || (byte !== undefined && byte >= 0x30 && byte <= 0x39)) {
      this.#at = scanNumber(this.#bytes, start);
      return { kind: 'number', start, end: this.#at, text: this.#bytes.toString('latin1', start, this.#at) };
    }
    return this.#literal(start);
  }

  #literal(start: number): JsonNode {
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', null],
    ] as const) {
      if (this.#bytes.toString('latin1', start, start + word.length) !== word) continue;
      this.#at = start + word.length;
      return { kind: 'literal', start, end: this.#at, value };
    }
    throw this.#unexpected('a JSON value');
  }

  #string(): JsonNode & { kind: 'string' } {
    const start = this.#at;
    const { end, escaped } = scanString(this.#bytes, start);
    this.#at = end;
    const value: string = escaped
      ? JSON.parse(this.#bytes.toString('utf8', start, end))
      : this.#bytes.toString('utf8', start + 1, end - 1);
    return { kind: 'string', start, end, value };
  }

  #array(): JsonNode {
    const start = this.#open();
    const hand = this.#path.length === 0 ? this.#onItem : undefined;
    const items: JsonNode[] = [];
    for (let index = 0; !this.#closes(0x5d, index); index += 1) {
      this.#path.push(index);
      const item = this.#value();
      this.#path.pop();
      if (hand === undefined) items.push(item);
      else hand(item, index);
    }
    return { kind: 'array', start, end: this.#at, items };
  }

  #object(): JsonNode {
    const start = this.#open();
    const members: JsonMember[] = [];
    const names = new Set<string>();
    while (!this.#closes(0x7d, members.length)) {
      const member = this.#member();
      if (names.has(member.name)) this.#addTwice(member);
      names.add(member.name);
      members.push(member);
    }
    return { kind: 'object', start, end: this.#at, members };
  }

  #member(): JsonMember {
    this.#at = skipSpace(this.#bytes, this.#at);
    const at = this.#at;
    if (this.#bytes[at] !== 0x22) throw this.#unexpected('the name of a member');
    const name = this.#string().value;
    this.#at = skipSpace(this.#bytes, this.#at);
    if (this.#bytes[this.#at] !== 0x3a) throw this.#unexpected('a colon');
    this.#at += 1;
    this.#path.push(name);
    const value = this.#value();
    this.#path.pop();
    return { name, at, value };
  }

  #open(): number {
    if (this.#path.length >= maxDepth) {
      throw new JsonBreak(this.#at, `values nest deeper than ${maxDepth}`, `at most ${maxDepth} levels`);
    }
    this.#at += 1;
    return this.#at - 1;
  }

  /** Steps over the end of an array or object, or over the comma before its next item; true at the end. */
  #closes(end: number, items: number): boolean {
    this.#at = skipSpace(this.#bytes, this.#at);
    const byte = this.#bytes[this.#at];
    if (byte !== end && items === 0) return false;
    if (byte !== end && byte !== 0x2c) throw this.#unexpected(`a comma or ${String.fromCharCode(end)}`);
    this.#at += 1;
    return byte === end;
  }

  #unexpected(expected: string): JsonBreak {
    const what = this.#at >= this.#bytes.length ? 'the text ends too early' : 'the text is not JSON';
    return new JsonBreak(this.#at, what, expected);
  }

  #addTwice(member: JsonMember): void {
    const pointer = this.#pointer() + pointerStep(member.name);
    this.#add({
      pointer,
      at: member.at,
      what: 'a member stands twice in an object',
      expected: 'each name once',
    });
  }

  #add(flaw: JsonFlaw): void {
    this.#flawCount += 1;
    if (this.#flaws.length < maxFlaws) this.#flaws.push(flaw);
  }

  #pointer(): string {
    return this.#path.map(pointerStep).join('');
  }
}
