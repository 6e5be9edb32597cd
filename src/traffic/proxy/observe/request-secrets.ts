import { isOrdinary, percentDecode, secretsOf } from '../../../secrets/of-request.ts';
import type { ForwardedRequest } from '../proxied-exchange.ts';

export type RequestSecrets = ReturnType<typeof secretsOfRequest>;

/** A shorter text is most likely a word, and hiding it would hide half of a response. */
const shortest = 6;
const maxPossible = 200;
const maxBodyBytes = 64 * 1024;

/** Returns the words of a text that could be secrets: as written, and without percent encoding. */
function wordsOf(text: string): readonly string[] {
  return [text, percentDecode(text)].flatMap((form) => form.split(/[\s"'`=&,;:?/<>()[\]{}|\\@#]+/));
}

function isSecret(text: string): boolean {
  return text.length >= shortest && !isOrdinary(text) && !/^[-+.0-9]+$/.test(text);
}

/** Returns the credentials of a request, and every word of it that is no ordinary one. */
export function secretsOfRequest(request: ForwardedRequest) {
  const { method, target, rawHeaders, content } = request;
  const credentials = new Set(secretsOf(request).filter(isSecret));
  const body = content.kept?.subarray(0, maxBodyBytes).toString('utf8') ?? '';
  const prefixed = rawHeaders.map(([name]) => name.replace(/^x-/i, ''));
  const texts = [target, method, ...rawHeaders.flat(), ...prefixed, body];
  const possible = new Set(texts.flatMap(wordsOf).filter((word) => isSecret(word) && !credentials.has(word)));
  return {
    /** Keys, tokens and cookies: a later response may repeat them, too. */
    credentials: [...credentials],
    /** Everything else that could be one: only its own response is searched for it. */
    possible: [...possible].slice(0, maxPossible),
  };
}
