import type { NumberUse } from './change.ts';
import { changeNumber, changeShipDate, changeText, hideText, type TextRules } from './change-text.ts';

/** What a value is, by the name of the member that it is in. */
type Role = NumberUse | 'shipDate' | 'message';

/** An open array or object. */
type Open = { readonly role: Role; readonly isObject: boolean };

const roles: ReadonlyMap<string, Role> = new Map([
  ['id', 'id'],
  ['orderId', 'id'],
  ['petId', 'petId'],
  ['quantity', 'quantity'],
  ['shipDate', 'shipDate'],
  ['code', 'code'],
  ['status', 'label'],
  ['message', 'message'],
]);
/** Other names of ids: `customerId`, `order_id`, `ids`. */
const idName = /^ids?$|[a-z0-9]Ids?$|[_-]ids?$|ID$/;
const word = /[^\s[\]{}:,"]+/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not have them in strings.
const controlCharacter = /[\0-\x1f]/;
const escapedAscii = /\\(?:u00([2-7][\da-fA-F])|.)/gs;

/**
 * Changes the values of a JSON text by their members. Numbers are never converted to doubles, and the text between the values
 * stays. Returns undefined for a text with a token that JSON does not have.
 */
export function changeJson(text: string, rules: TextRules): string | undefined {
  return new JsonChanger(text, rules).run();
}

class JsonChanger {
  readonly #text: string;
  readonly #rules: TextRules;
  readonly #open: Open[] = [];
  #role: Role = 'text';
  #expectsName = false;
  #at = 0;
  /** Up to where the text is in the result. */
  #copied = 0;
  #result = '';

  constructor(text: string, rules: TextRules) {
    this.#text = text;
    this.#rules = rules;
  }

  run(): string | undefined {
    const text = this.#text;
    while (this.#at < text.length) {
      const character = text[this.#at] ?? '';
      if (character === '"') {
        if (!this.#string()) return undefined;
      } else if ('{[]},: \t\r\n'.includes(character)) this.#structure(character);
      else if (!this.#word()) return undefined;
    }
    return this.#result + text.slice(this.#copied);
  }

  #structure(character: string): void {
    this.#at += 1;
    if (character === '{' || character === '[')
      this.#open.push({ role: this.#role, isObject: character === '{' });
    if (character === '}' || character === ']') this.#open.pop();
    if (!'{[]},'.includes(character)) return;
    const { role, isObject } = this.#open.at(-1) ?? { role: 'text', isObject: false };
    this.#role = role;
    this.#expectsName = isObject && (character === '{' || character === ',');
  }

  #string(): boolean {
    const from = this.#at + 1;
    const to = endOfString(this.#text, from);
    if (to < 0) return false;
    this.#at = to + 1;
    const written = this.#text.slice(from, to);
    if (controlCharacter.test(written)) return false;
    const value = written.includes('\\') ? withoutEscapes(written) : written;
    if (this.#expectsName) {
      this.#expectsName = false;
      this.#role = roleOf(value, this.#role);
      this.#replace(from, to, changeText(value, 'label', this.#rules), value);
    } else this.#replace(from, to, this.#changed(value), value);
    return true;
  }

  #changed(value: string): string {
    const role = this.#role;
    if (role === 'shipDate')
      return changeShipDate(value, this.#rules.change) ?? changeText(value, 'any-id', this.#rules);
    // The specification does not have the member: its text can be the name of a person.
    if (role === 'text' || role === 'any-id') return hideText(value, role, this.#rules);
    return changeText(value, useOf(role), this.#rules);
  }

  #word(): boolean {
    word.lastIndex = this.#at;
    const [found = ''] = word.exec(this.#text) ?? [];
    const from = this.#at;
    this.#at += found.length;
    if (found === 'true' || found === 'false' || found === 'null') return true;
    if (!number.test(found)) return false;
    this.#replace(from, this.#at, changeNumber(found, useOf(this.#role), this.#rules.change), found);
    return true;
  }

  #replace(from: number, to: number, by: string, value: string): void {
    if (by === value) return;
    this.#result += this.#text.slice(this.#copied, from) + by;
    this.#copied = to;
  }
}

/** A member of an id or of a ship date is one, too, unless its name says what it is. */
function roleOf(name: string, outer: Role): Role {
  const own = roles.get(name);
  if (own !== undefined) return own;
  if (idName.test(name)) return 'any-id';
  const isOfOuter = outer === 'id' || outer === 'petId' || outer === 'shipDate' || outer === 'any-id';
  return isOfOuter ? outer : 'text';
}

function useOf(role: Role): NumberUse {
  if (role === 'shipDate') return 'any-id';
  return role === 'message' ? 'text' : role;
}

/** The offset of the quotation mark that ends a string, or -1. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

/** Writes escaped ASCII characters as they are, except those that need an escape: a date could be hidden in them. */
function withoutEscapes(written: string): string {
  return written.replace(escapedAscii, (found: string, hex?: string) => {
    const character = hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w\-:. +/]/.test(character) ? character : found;
  });
}
