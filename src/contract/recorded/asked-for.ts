import { hash } from 'node:crypto';
import { headerValues } from '../exchange.ts';

/** What the headers of a request asked for, as far as a gap depends on it. It contains nothing of their values. */
export type AskedFor = {
  /** The same for the requests with the same Authorization header. */
  readonly keyId: string;
  /** Whether a page of another origin may have sent it. */
  readonly origin: boolean;
  /** Whether it accepts gzip by name. */
  readonly gzip: boolean;
  /** Whether it accepts other media types, and JSON is not among them. */
  readonly noJson: boolean;
  /** Whether the scheme of its key is Bearer in another case. */
  readonly otherCase: boolean;
};

const json = /(?:^|,)\s*(?:\*|application)\/(?:\*|json)\s*(?:;|,|$)/i;
const gzip = /(?:^|,)\s*gzip\s*(?:,|$)/i;

/** Reads what the headers of a request asked for. */
export function askedFor(headers: readonly (readonly [name: string, value: string])[]): AskedFor {
  const joined = (name: string): string => headerValues(headers, name).join(',');
  const [authorization = ''] = headerValues(headers, 'authorization');
  const accept = joined('accept');
  return {
    keyId: hash('sha256', authorization.replace(/^bearer(?=\s)/i, 'Bearer')),
    origin: joined('origin') !== '',
    gzip: gzip.test(joined('accept-encoding')),
    noJson: accept.trim() !== '' && !json.test(accept),
    otherCase: /^bearer\s/i.test(authorization) && !authorization.startsWith('Bearer'),
  };
}
