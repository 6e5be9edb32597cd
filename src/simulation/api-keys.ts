import { hash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** The API keys of one environment. Only their digests are kept. */
export interface ApiKeys {
  /**
   * Whether a token is one of the keys. Compares digests in constant time, and all of them always, so that the time
   * tells neither how much of a key was right nor which key it was. Spec 5.
   */
  accepts(token: string): boolean;
}

/** Holds API keys. */
export function createApiKeys(keys: Iterable<string>): ApiKeys {
  const digests = [...keys].map(digest);
  return {
    accepts: (token) => {
      const given = digest(token);
      let accepted = false;
      for (const known of digests) accepted = timingSafeEqual(known, given) || accepted;
      return accepted;
    },
  };
}
