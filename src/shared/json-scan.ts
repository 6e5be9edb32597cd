/** The offset after white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at;
}

/** The offset after the string that begins at `from`, or -1 where it is no JSON string. */
export function skipString(text: string, from: number): number {
  if (text.charCodeAt(from) !== 34) return -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return -1;
    if (code === 92) {
      at += 1;
      if (text[at] === 'u') {
        if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return -1;
        at += 4;
      } else if (!'"\\/bfnrt'.includes(text[at] ?? ' ')) return -1;
    }
  }
  return -1;
}

const literal = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![\w.+-])/y;

/** The offset after the number, `true`, `false` or `null` at `from`, or -1 where there is none. */
export function skipLiteral(text: string, from: number): number {
  literal.lastIndex = from;
  return literal.test(text) ? literal.lastIndex : -1;
}

/** The offset after the value at `from` in a text known to be JSON. */
export function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const code = text.charCodeAt(at);
    if (code === 34) at = skipString(text, at);
    else if (code === 123 || code === 91) {
      depth += 1;
      at += 1;
    } else if (code === 125 || code === 93) {
      depth -= 1;
      at += 1;
    } else if (code === 44 || code === 58) at += 1;
    else at = skipLiteral(text, at);
    if (depth > 0) at = skipSpace(text, at);
  } while (depth > 0);
  return at;
}
