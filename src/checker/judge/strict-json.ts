import { afterSpace } from './json-bytes.ts';
import { type JsonFlaw, type JsonMember, type JsonNode, pointerStep } from './json-node.ts';
import { isDigit, JsonBreak, scanNumber, scanString, skipSpace } from './json-tokens.ts';
import { MemberNames } from './member-names.ts';
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

/** Gets the items of the outermost array, one by one. */
export type Items = {
  /**
   * May know a shorter way over the items from `at` of the bytes on, with the commas between them: gives their number and
   * the end of the last, or undefined where the one at `at` has to be read. What it passes over must be JSON values
   * without flaws.
   */
  readonly skip?: (bytes: Buffer, at: number) => Skipped | undefined;
  readonly read: (item: JsonNode) => void;
};

/** How many items were passed over, at least one, and where the last of them ends. */
export type Skipped = { readonly items: number; readonly end: number };

/** Values may nest this deep. RFC 8259 lets a reader set a bound, and this one is far beyond any order. */
export const maxDepth = 500;

const maxFlaws = 100;
const comma = 0x2c;
const openingBracket = 0x5b;

/**
 * Reads one JSON text by RFC 8259, over its bytes: UTF-8 without a byte order mark, no two members of one name, nothing
 * after the value. With `items`, those of an outermost array are handed over one by one and not kept, so that a list of
 * any length needs little memory; `items` of the root is empty then.
 */
export function readStrictJson(bytes: Buffer, items?: Items): JsonText {
  return new StrictReader(bytes, items).read();
}

class StrictReader {
  readonly #bytes: Buffer;
  /**
   * The bytes, one character each, from the first value on that has to be read: tokens are cut out of a string several
   * times as fast as out of a buffer, and places are the same.
   */
  #text = '';
  readonly #items: Items | undefined;
  readonly #flaws: JsonFlaw[] = [];
  #flawCount = 0;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(bytes: Buffer, items: Items | undefined) {
    this.#bytes = bytes;
    this.#items = items;
  }

  read(): JsonText {
    let root: JsonNode | undefined;
    try {
      this.#begin();
      const items = this.#items;
      root =
        items !== undefined && this.#bytes[this.#at] === openingBracket ? this.#hand(items) : this.#value();
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
    this.#at = afterSpace(bytes, this.#at);
    if (this.#at === bytes.length) throw new JsonBreak(0, 'the body is empty', 'a JSON text');
  }

  #end(): void {
    this.#at = afterSpace(this.#bytes, this.#at);
    if (this.#at < this.#bytes.length) {
      throw new JsonBreak(this.#at, 'something follows the end of the JSON text', 'the end of the body');
    }
  }

  #value(): JsonNode {
    if (this.#text === '') this.#text = this.#bytes.toString('latin1');
    this.#at = skipSpace(this.#text, this.#at);
    const start = this.#at;
    switch (this.#text[start]) {
      case '"':
        return this.#string();
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case 't':
        return this.#literal('true', true);
      case 'f':
        return this.#literal('false', false);
      case 'n':
        return this.#literal('null', null);
    }
    if (this.#text[start] !== '-' && !isDigit(this.#text, start)) throw this.#unexpected('a JSON value');
    this.#at = scanNumber(this.#text, start);
    return { kind: 'number', start, end: this.#at, text: this.#text.slice(start, this.#at) };
  }

  #literal(word: string, value: boolean | null): JsonNode {
    const start = this.#at;
    if (!this.#text.startsWith(word, start)) throw this.#unexpected('a JSON value');
    this.#at = start + word.length;
    return { kind: 'literal', start, end: this.#at, value };
  }

  #string(): JsonNode & { kind: 'string' } {
    const start = this.#at;
    const { end, escaped, plain } = scanString(this.#text, start);
    this.#at = end;
    if (plain) return { kind: 'string', start, end, value: this.#text.slice(start + 1, end - 1) };
    const value: string = escaped
      ? JSON.parse(this.#bytes.toString('utf8', start, end))
      : this.#bytes.toString('utf8', start + 1, end - 1);
    return { kind: 'string', start, end, value };
  }

  #array(): JsonNode {
    const start = this.#open();
    const items: JsonNode[] = [];
    while (!this.#closes(']', items.length)) {
      this.#path.push(items.length);
      items.push(this.#value());
      this.#path.pop();
    }
    return { kind: 'array', start, end: this.#at, items };
  }

  /** Reads the outermost array, whose items are handed over. */
  #hand({ skip, read }: Items): JsonNode {
    const start = this.#open();
    for (let index = 0; !this.#closes(']', index); ) {
      this.#at = afterSpace(this.#bytes, this.#at);
      const skipped = skip?.(this.#bytes, this.#at);
      if (skipped !== undefined) {
        index += skipped.items;
        this.#at = skipped.end;
        continue;
      }
      this.#path.push(index);
      read(this.#value());
      this.#path.pop();
      index += 1;
    }
    return { kind: 'array', start, end: this.#at, items: [] };
  }

  #object(): JsonNode {
    const start = this.#open();
    const members: JsonMember[] = [];
    const names = new MemberNames();
    while (!this.#closes('}', members.length)) {
      const member = this.#member();
      if (!names.add(member.name)) this.#addTwice(member);
      members.push(member);
    }
    return { kind: 'object', start, end: this.#at, members, repeats: names.repeat };
  }

  #member(): JsonMember {
    this.#at = skipSpace(this.#text, this.#at);
    const at = this.#at;
    if (this.#text[at] !== '"') throw this.#unexpected('the name of a member');
    const name = this.#string().value;
    this.#at = skipSpace(this.#text, this.#at);
    if (this.#text[this.#at] !== ':') throw this.#unexpected('a colon');
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
  #closes(end: '}' | ']', items: number): boolean {
    this.#at = afterSpace(this.#bytes, this.#at);
    const byte = this.#bytes[this.#at];
    const ends = byte === end.charCodeAt(0);
    if (!ends && items === 0) return false;
    if (!ends && byte !== comma) throw this.#unexpected(`a comma or ${end}`);
    this.#at += 1;
    return ends;
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
