import type { DataPath } from '../text-place.ts';
import { digit, JsonBreak, matches, scanNumber, scanString, skipSpace } from './json-bytes.ts';

/** Makes the values of a JSON text. `start` and `end` are byte offsets; `end` is exclusive. */
export type JsonBuilder<Value> = {
  /** `repeats`: whether two members have the same name. */
  object(members: readonly JsonMember<Value>[], start: number, end: number, repeats: boolean): Value;
  array(items: readonly Value[], start: number, end: number): Value;
  string(value: string, start: number, end: number): Value;
  /** `text` has every digit as written. */
  number(text: string, start: number, end: number): Value;
  literal(value: boolean | null, start: number, end: number): Value;
};

/** A member of an object; `at` is the offset of its name. */
export type JsonMember<Value> = { readonly name: string; readonly at: number; readonly value: Value };

/** What is wrong with a text, and at which byte. A `duplicate` does not end the reading; the path ends in its name. */
export type JsonFlaw = {
  readonly kind: 'syntax' | 'depth' | 'size' | 'duplicate';
  readonly path: DataPath;
  readonly at: number;
  readonly what: string;
  readonly expected: string;
};

export type StrictJson<Value> = {
  /** Undefined if the text cannot be read to its end; the last flaw says why. */
  readonly root: Value | undefined;
  /** At most `maxFlaws`, and the one that ends the reading. */
  readonly flaws: readonly JsonFlaw[];
};

export type StrictJsonOptions<Value> = {
  readonly builder: JsonBuilder<Value>;
  /** The maximum nesting of arrays and objects. */
  readonly maxDepth: number;
  readonly maxFlaws: number;
  /** The maximum number of values in the text, or in each item that is passed on, because each value needs memory. */
  readonly maxValues?: number;
  /** The offset where the text begins. */
  readonly from?: number;
  /** Receives the items of an outermost array, which is built empty: a list of any length needs little memory. */
  readonly onItem?: ((item: Value) => void) | undefined;
};

/**
 * Reads one JSON text by RFC 8259 from bytes that are known to be UTF-8: no duplicate member names, nothing after the
 * value. Never throws for a text.
 */
export function readStrictJson<Value>(bytes: Buffer, options: StrictJsonOptions<Value>): StrictJson<Value> {
  return new StrictReader(bytes, options).read();
}

const comma = 0x2c;
const quote = 0x22;
const openingBracket = 0x5b;
/** Up to this many members, a search through them takes two thirds of the time of a set of their names. */
const fewMembers = 16;
const literals = ([true, false, null] as const).map((value) => ({ value, word: Buffer.from(`${value}`) }));

class StrictReader<Value> {
  readonly #bytes: Buffer;
  readonly #options: StrictJsonOptions<Value>;
  /** The bytes as text, one character each, made once a value must be read: slices of it are fast. */
  #text = '';
  readonly #flaws: JsonFlaw[] = [];
  readonly #path: (string | number)[] = [];
  #at: number;
  #values = 0;

  constructor(bytes: Buffer, options: StrictJsonOptions<Value>) {
    this.#bytes = bytes;
    this.#options = options;
    this.#at = options.from ?? 0;
  }

  read(): StrictJson<Value> {
    let root: Value | undefined;
    try {
      this.#skipSpace();
      const { onItem } = this.#options;
      const passesItems = onItem !== undefined && this.#bytes[this.#at] === openingBracket;
      root = passesItems ? this.#array(onItem) : this.#value();
      this.#skipSpace();
      if (this.#at < this.#bytes.length)
        throw new JsonBreak(this.#at, 'more text after the JSON value', 'the end of the text');
    } catch (error) {
      if (!(error instanceof JsonBreak)) throw error;
      root = undefined;
      const { at, what, expected, kind } = error;
      this.#flaws.push({ kind, path: [...this.#path], at, what, expected });
    }
    return { root, flaws: this.#flaws };
  }

  #value(): Value {
    const bytes = this.#bytes;
    if (this.#text === '') this.#text = bytes.toString('latin1');
    this.#skipSpace();
    const start = this.#at;
    const { builder, maxValues = Number.POSITIVE_INFINITY } = this.#options;
    if (++this.#values > maxValues)
      throw new JsonBreak(start, `more than ${maxValues} values`, `at most ${maxValues} values`, 'size');
    switch (bytes[start]) {
      case quote:
        return builder.string(this.#string('copy'), start, this.#at);
      case 0x7b:
        return this.#object();
      case openingBracket:
        return this.#array();
    }
    if (bytes[start] === 0x2d || digit(bytes, start) <= 9) {
      this.#at = scanNumber(bytes, start);
      return builder.number(this.#text.slice(start, this.#at), start, this.#at);
    }
    const literal = literals.find(({ word }) => matches(word, bytes, start));
    if (literal === undefined) throw this.#unexpected('a JSON value');
    this.#at = start + literal.word.length;
    return builder.literal(literal.value, start, this.#at);
  }

  /** A `slice` is faster, but keeps the whole text in memory for as long as the string. */
  #string(form: 'slice' | 'copy'): string {
    const start = this.#at;
    const { end, escaped, plain } = scanString(this.#bytes, start);
    this.#at = end;
    if (escaped) return JSON.parse(this.#bytes.toString('utf8', start, end));
    if (!plain) return this.#bytes.toString('utf8', start + 1, end - 1);
    return form === 'slice'
      ? this.#text.slice(start + 1, end - 1)
      : this.#bytes.toString('latin1', start + 1, end - 1);
  }

  /** Keeps the items, or passes them on. */
  #array(onItem?: (item: Value) => void): Value {
    const start = this.#open();
    const items: Value[] = [];
    for (let index = 0; !this.#closes(']', index); index += 1) {
      this.#path.push(index);
      if (onItem !== undefined) this.#values = 0;
      const item = this.#value();
      if (onItem === undefined) items.push(item);
      else onItem(item);
      this.#path.pop();
    }
    return this.#options.builder.array(items, start, this.#at);
  }

  #object(): Value {
    const start = this.#open();
    const members: JsonMember<Value>[] = [];
    let names: Set<string> | undefined;
    let repeats = false;
    while (!this.#closes('}', members.length)) {
      const member = this.#member();
      if (members.length === fewMembers) names = new Set(members.map(({ name }) => name));
      if (names?.has(member.name) ?? members.some(({ name }) => name === member.name)) {
        repeats = true;
        this.#addDuplicate(member);
      }
      names?.add(member.name);
      members.push(member);
    }
    return this.#options.builder.object(members, start, this.#at, repeats);
  }

  #member(): JsonMember<Value> {
    this.#skipSpace();
    const at = this.#at;
    if (this.#bytes[at] !== quote) throw this.#unexpected('a member name in double quotes');
    const name = this.#string('slice');
    this.#skipSpace();
    if (this.#bytes[this.#at] !== 0x3a) throw this.#unexpected('a colon');
    this.#at += 1;
    this.#path.push(name);
    const value = this.#value();
    this.#path.pop();
    return { name, at, value };
  }

  #open(): number {
    const { maxDepth } = this.#options;
    const start = this.#at;
    if (this.#path.length >= maxDepth)
      throw new JsonBreak(
        start,
        `more than ${maxDepth} levels of nesting`,
        `at most ${maxDepth} levels`,
        'depth',
      );
    this.#at += 1;
    return start;
  }

  /** Skips the end of an array or object, or the comma before its next item. Returns true at the end. */
  #closes(end: '}' | ']', items: number): boolean {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    const ends = byte === end.charCodeAt(0);
    if (!ends && items === 0) return false;
    if (!ends && byte !== comma) throw this.#unexpected(`a comma or ${end}`);
    this.#at += 1;
    return ends;
  }

  #skipSpace(): void {
    this.#at = skipSpace(this.#bytes, this.#at);
  }

  #unexpected(expected: string): JsonBreak {
    const what = this.#at < this.#bytes.length ? 'an unexpected character' : 'an unexpected end of the text';
    return new JsonBreak(this.#at, what, expected);
  }

  #addDuplicate({ name, at }: JsonMember<Value>): void {
    if (this.#flaws.length >= this.#options.maxFlaws) return;
    const path = [...this.#path, name];
    this.#flaws.push({
      kind: 'duplicate',
      path,
      at,
      what: 'a duplicate member name',
      expected: 'each name once',
    });
  }
}
