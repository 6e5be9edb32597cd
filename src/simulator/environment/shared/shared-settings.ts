import { hash, randomBytes } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { EnvironmentSettings } from '../environment.ts';
import type { GapChoiceTexts } from '../initial-state.ts';
import type { ProfileName } from '../profile-name.ts';

/** The settings of a shared environment, which stay when it is reset. */
export type SharedSettings = {
  readonly seed: string;
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  /** The digests of the keys that are valid in addition to those of the scenario. */
  readonly keys: readonly string[];
  /** The digests of the keys of the scenario. */
  readonly scenarioKeys: readonly string[];
  /** Returns the digest of a key, with which the shared store holds it. */
  readonly digest: (key: string) => string;
};

type Sent = Omit<SharedSettings, 'digest'> & { readonly salt: string };

/** The settings of a new environment, with a random salt for its keys. */
export function newSettings(
  { seed, profile, gaps, apiKeys }: Pick<EnvironmentSettings, 'seed' | 'profile' | 'gaps' | 'apiKeys'>,
  scenarioKeys: readonly string[],
): string {
  const salt = randomBytes(16).toString('hex');
  const digest = digestWith(salt);
  const keys = apiKeys.map(digest);
  return write({ seed, profile, gaps, keys, scenarioKeys: scenarioKeys.map(digest), salt });
}

/** Writes settings again, for a scenario with these keys. Without keys, those of the scenario before stay. */
export function settingsWith(text: string, scenarioKeys: readonly string[] | undefined): string {
  const sent = read(text);
  if (scenarioKeys === undefined) return text;
  return write({ ...sent, scenarioKeys: scenarioKeys.map(digestWith(sent.salt)) });
}

/** Reads settings that `newSettings` wrote. */
export function readSettings(text: string): SharedSettings {
  const { salt, ...sent } = read(text);
  return { ...sent, digest: digestWith(salt) };
}

const maxDigests = 4_096;
const integerMark = 'integer:';

/** Remembers digests, because the journal compares every word of an exchange with the keys. */
function digestWith(salt: string): (key: string) => string {
  const known = new Map<string, string>();
  return (key) => {
    let digest = known.get(key);
    if (digest !== undefined) return digest;
    const mark = /^-?\d+$/.test(key) ? integerMark : '';
    digest = mark + hash('sha256', `${salt}\u0000${key}`, 'base64url');
    if (known.size >= maxDigests) known.clear();
    known.set(key, digest);
    return digest;
  };
}

/** Whether a key is an integer, as an order id is. */
export function isDigestOfInteger(digest: string): boolean {
  return digest.startsWith(integerMark);
}

function write(sent: Sent): string {
  return serialize(sent).toString('base64');
}

function read(text: string): Sent {
  return deserialize(Buffer.from(text, 'base64')) as Sent;
}
