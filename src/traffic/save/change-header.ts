import { redacted } from '../../secrets/secrets.ts';
import type { Pseudonyms } from '../pseudonyms/pseudonyms.ts';

/** Headers of HTTP itself, whose values say nothing of orders. */
const protocolHeaders = new Set(
  [
    'accept-ranges age allow alt-svc cache-control connection content-encoding content-language content-length content-type',
    'date deprecation expires keep-alive pragma retry-after server strict-transport-security sunset trailer transfer-encoding',
    'upgrade vary via www-authenticate x-content-type-options x-frame-options',
  ].flatMap((names) => names.split(' ')),
);

/** Replaces the value of a header, unless it is one of HTTP itself. A cookie may be the session of a person. */
export function changeHeader(
  name: string,
  value: string,
  pseudonyms: Pseudonyms,
): { readonly name: string; readonly value: string } {
  const known = name.toLowerCase();
  if (protocolHeaders.has(known) || known.startsWith('access-control-')) return { name, value };
  if (/^set-cookie2?$/.test(known)) return { name, value: redacted };
  return { name: pseudonyms.label(name), value: pseudonyms.letters(value) };
}
