import { secretsOfHeaders } from '../../../contract/header-secrets.ts';
import type { ForwardedRequest } from '../proxied-exchange.ts';

/** The secrets of one request. */
export type RequestSecrets = {
  /** Keys, tokens and cookies: a later response may repeat them, too. */
  readonly credentials: readonly string[];
  /** Everything else that could be one: only its own response is searched for it. */
  readonly possible: readonly string[];
};

/** A shorter text is most likely a word, and hiding it would hide half of a response. */
const shortest = 6;
const maxPossible = 200;
const maxBodyBytes = 64 * 1024;

/** Words of a request that every response may have. */
const ordinary =
  /^(?:store|orders|application|json|charset|utf-8|text|plain|accept|authorization|bearer|connection|content(?:-.*)?|host|keep-alive|length|encoding|user-agent|gzip|deflate|identity|localhost|mozilla|pending|shipped|cancelled|status|orderid|quantity|shipdate|complete)$/i;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the words of a text that could be secrets: as written, and without percent encoding. */
function wordsOf(text: string): readonly string[] {
  return [text, decoded(text)].flatMap((form) => form.split(/[\s"'`=&,;:?/<>()[\]{}|\\@#]+/));
}

/** The user name and the password in a target such as `http://user:password@host/`. */
function userInfo(target: string): readonly string[] {
  const [, info = ''] = /^[a-z][\w+.-]*:\/\/([^/?#]*)@/i.exec(target) ?? [];
  return info === '' ? [] : [info, ...info.split(':')].flatMap((part) => [part, decoded(part)]);
}

/** The user name and the password that the scheme Basic encodes. */
function basicCredentials(rawHeaders: ForwardedRequest['rawHeaders']): readonly string[] {
  return rawHeaders.flatMap(([, value]) => {
    const coded = /^\s*basic\s+([\w+/=-]+)\s*$/i.exec(value)?.[1];
    if (coded === undefined) return [];
    const pair = Buffer.from(coded, 'base64').toString('utf8');
    return [pair, ...pair.split(':')];
  });
}

/** The parameters of a query, and their values as written and without percent encoding. */
function parametersOf(target: string): readonly (readonly [name: string, values: readonly string[]])[] {
  const [, query = ''] = /\?([^#]*)/.exec(target) ?? [];
  return query.split('&').map((part) => {
    const at = part.indexOf('=');
    const value = part.slice(at + 1);
    return [part.slice(0, Math.max(0, at)), [value, decoded(value), decoded(value.replaceAll('+', ' '))]];
  });
}

function isSecret(text: string): boolean {
  return text.length >= shortest && !ordinary.test(text) && !/^[-+.0-9]+$/.test(text);
}

/** The names of headers and parameters whose values are used for more than one request. */
const credentialName = /auth|cookie|key|token|secret|session|pass|sign|credential|jwt/i;

/**
 * Returns what must not be shown of a request, wherever a response repeats it: the values of its headers, user names and
 * passwords in its target, the values of its query, and every word of it that is no ordinary one.
 */
export function secretsOfRequest({ method, target, rawHeaders, content }: ForwardedRequest): RequestSecrets {
  const named = rawHeaders.filter(([name]) => credentialName.test(name));
  const parameters = parametersOf(target).flatMap(([name, values]) =>
    credentialName.test(name) ? values : [],
  );
  const others = [...basicCredentials(rawHeaders), ...userInfo(target), ...parameters].filter(isSecret);
  // A scheme without a key is a word that a response may have, too.
  const ofHeaders = secretsOfHeaders(named).filter((text) => !ordinary.test(text));
  const credentials = new Set([...ofHeaders, ...others]);
  const body = content.kept?.subarray(0, maxBodyBytes).toString('utf8') ?? '';
  const prefixed = rawHeaders.map(([name]) => name.replace(/^x-/i, ''));
  const texts = [target, method, ...rawHeaders.flat(), ...prefixed, body];
  const possible = new Set(texts.flatMap(wordsOf).filter((word) => isSecret(word) && !credentials.has(word)));
  return { credentials: [...credentials], possible: [...possible].slice(0, maxPossible) };
}
