import { request } from './raw-http.ts';

/** Valid keys with characters that have a meaning in paths, headers, JSON and regular expressions. */
export const unusualKeys: readonly string[] = [
  'key/with=all:(of)"these\\chars',
  '(a+)+$',
  'pass:wörd/1',
  'a"b\\c',
];

const inLatin1 = (text: string): string => Buffer.from(text).toString('latin1');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const formsOf = (key: string): readonly string[] => [
  inLatin1(key),
  encodeURIComponent(key),
  encodeURI(key),
  Buffer.from(key).toString('base64'),
];

/** Sends a key in each form wherever a client can put it, once beside a valid key and once beside the key itself: 16 requests. */
export async function sendKeyEverywhere(origin: string, key: string, validKey: string): Promise<void> {
  for (const form of formsOf(key)) {
    const coded = encodeURIComponent(form);
    for (const credential of [validKey, inLatin1(key)]) {
      const headers = [`Authorization: Bearer ${credential}`, `X-Echo: ${form}`, `Accept: ${form}; q=1`];
      await request(origin, 'DELETE', `/v1/store/orders/${coded}`, [
        ...headers,
        `Referer: http://a/b?c=${form}`,
      ]);
      const body = JSON.stringify({ message: form });
      const json = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
      await request(origin, 'POST', `/quickstart/messages?note=${coded}`, [...headers, ...json], body);
    }
  }
}

/** Returns the forms of a key that are in a text of JSON. */
export function formsShown(key: string, text: string): readonly string[] {
  return [key, inJson(key), ...formsOf(key)].filter((form) => text.includes(inJson(form)));
}
