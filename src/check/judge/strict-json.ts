import { type JsonFlaw, type JsonMember, type JsonNode, pointerStep } from './json-node.ts';
import { isDigit, JsonBreak, scanNumber, scanString, skipSpace } from './json-tokens.ts';
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
   * May know a shorter way over the value at `at` of the text, which has one character for each byte: gives its end, or
   * -1 where it has to be read. What it passes over must be a JSON value without flaws.
   */
  readonly skip?: (text: string, at: number) => number;
  readonly read: (item: JsonNode) => void;
};

/** Values may nest this deep. RFC 8259 lets a reader set a bound, and this one is far beyond any order. */
export const maxDepth = 500;

const maxFlaws = 100;

/**
 * Reads one JSON text by RFC 8259, over its bytes: UTF-8 without a byte order mark, no two members of one name, nothing
 * after the value. With `items`, those of an outermost array are handed over one by one and not kept, so that a list of
 * any length needs little memory; `items` of the root is empty then.
 */
export function readStrictJson(bytes: Buffer, items?: Items): JsonText {
  return new StrictReader(bytes, items).read();
}

/** The names of an object's members: few as a rule, and then a set costs more than it saves. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;
  repeat = false;

  /** False where the name was there already. */
  add(name: string): boolean {
    const known = this.#many?.has(name) ?? this.#few.includes(name);
    this.repeat ||= known;
    if (known) return false;
    if (this.#few.length < 16) this.#few.push(name);
    else {
      this.#many ??= new Set(this.#few);
      this.#many.add(name);
    }
    return true;
  }
}

class StrictReader {
  readonly #bytes: Buffer;
  /** The bytes, one character each: a string is read several times as fast as a buffer, and its places are the same. */
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
    this.#text = bytes.toString('latin1');
    this.#at = skipSpace(this.#text, this.#at);
    if (this.#at === bytes.length) throw new JsonBreak(0, 'the body is empty', 'a JSON text');
  }

  #end(): void {
    this.#at = skipSpace(this.#text, this.#at);
    if (this.#at < this.#text.length) {
      throw new JsonBreak(this.#at, 'something follows the end of the JSON text', 'the end of the body');
    }
  }

  #value(): JsonNode {
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
    const hand = this.#path.length === 0 ? this.#items : undefined;
    const items: JsonNode[] = [];
    for (let index = 0; !this.#closes(']', index); index += 1) {
      if (hand?.skip !== undefined && this.#skips(hand.skip)) continue;
      this.#path.push(index);
      const item = this.#value();
      this.#path.pop();
      if (hand === undefined) items.push(item);
      else hand.read(item);
    }
    return { kind: 'array', start, end: this.#at, items };
  }

  #skips(skip: (text: string, at: number) => number): boolean {
    this.#at = skipSpace(this.#text, this.#at);
    const end = skip(this.#text, this.#at);
    if (end >= 0) this.#at = end;
    return end >= 0;
  }

  #object(): JsonNode {
    const start = this.#open();
    const members: JsonMember[] = [];
    const names = new Names();
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
    this.#at = skipSpace(this.#text, this.#at);
    const character = this.#text[this.#at];
    if (character !== end && items === 0) return false;
    if (character !== end && character !== ',') throw this.#unexpected(`a comma or ${end}`);
    this.#at += 1;
    return character === end;
  }

  #unexpected(expected: string): JsonBreak {
    const what = this.#at >= this.#text.length ? 'the text ends too early' : 'the text is not JSON';
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
