import type { Pseudonyms } from './pseudonyms.ts';

/** What a value is, by the name of its member. `unknown`: the specification does not have the member. */
type Role = 'id' | 'petId' | 'quantity' | 'shipDate' | 'label' | 'message' | 'unknown';

const roles: ReadonlyMap<string, Role> = new Map([
  ['id', 'id'],
  ['orderId', 'id'],
  ['petId', 'petId'],
  ['quantity', 'quantity'],
  ['shipDate', 'shipDate'],
  ['code', 'label'],
  ['status', 'label'],
  ['message', 'message'],
]);
const word = /[^\s[\]{}:,"]+/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not have them in strings.
const controlCharacter = /[\0-\x1f]/;

/**
 * Replaces the values of a JSON text. The text between them and its length in bytes stay. From a token on that JSON does not
 * have, every number is replaced, since it may be an id.
 */
export function changeJson(text: string, pseudonyms: Pseudonyms): string {
  const open: { readonly role: Role; readonly isObject: boolean }[] = [];
  let role: Role = 'unknown';
  let isName = false;
  let result = '';
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at + 1);
      const written = text.slice(at + 1, end);
      if (end < 0 || controlCharacter.test(written)) return result + pseudonyms.text(text.slice(at));
      if (isName) role = roles.get(written) ?? 'unknown';
      result += `"${isName ? pseudonyms.label(written) : changeString(written, role, pseudonyms)}"`;
      isName = false;
      at = end + 1;
    } else if ('{[]},: \t\r\n'.includes(character)) {
      if (character === '{' || character === '[') open.push({ role, isObject: character === '{' });
      if (character === '}' || character === ']') open.pop();
      if ('{[]},'.includes(character)) {
        role = open.at(-1)?.role ?? 'unknown';
        isName = open.at(-1)?.isObject === true && (character === '{' || character === ',');
      }
      result += character;
      at += 1;
    } else {
      word.lastIndex = at;
      const [found = character] = word.exec(text) ?? [];
      const isLiteral = found === 'true' || found === 'false' || found === 'null';
      if (!isLiteral && !number.test(found)) return result + pseudonyms.text(text.slice(at));
      result += isLiteral ? found : changeNumber(found, role, pseudonyms);
      at += found.length;
    }
  }
  return result;
}

function changeString(written: string, role: Role, pseudonyms: Pseudonyms): string {
  switch (role) {
    case 'id':
    case 'petId':
      if (pseudonyms.keeps(role)) return written;
      return /^-?\d+$/.test(written) ? pseudonyms.text(written) : pseudonyms.letters(written);
    case 'shipDate':
      return pseudonyms.keeps(role) ? written : pseudonyms.date(written);
    case 'label':
    case 'message':
      // Digits that are written as escapes are not searched.
      if (/\\u003\d/.test(written)) return pseudonyms.letters(written);
      return role === 'label' ? pseudonyms.label(written) : pseudonyms.text(written);
    default:
      return pseudonyms.letters(written);
  }
}

function changeNumber(token: string, role: Role, pseudonyms: Pseudonyms): string {
  if ((role === 'id' || role === 'petId') && pseudonyms.keeps(role)) return token;
  const size = Math.abs(Number(token));
  const stays = (role === 'quantity' && size < 1_000_000) || (role === 'label' && size < 1000);
  return stays ? token : pseudonyms.number(token);
}

/** Returns the offset of the quotation mark that ends a string, or -1. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}
