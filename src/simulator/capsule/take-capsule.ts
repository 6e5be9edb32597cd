import { inSlices } from '../../in-slices.ts';
import { writeJson } from '../../json/json.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { version } from '../../version.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { settledChoices } from '../environment/gaps/choices.ts';
import { showScenario } from '../scenarios/show-scenario.ts';
import { type CapsuleStep, capsuleFormat, type Missing, maxCapsuleBytes } from './capsule.ts';
import { capsuleRequest } from './capsule-request.ts';

/**
 * Returns what reproduces an environment since it was loaded or reset, as JSON without secrets: its state at the start, and
 * what happened until now. Undefined if the orders alone exceed `maxBytes`.
 */
export async function takeCapsule(
  name: string,
  { initial, start, seed, keys, counts, journal }: EnvironmentState,
  maxBytes: number = maxCapsuleBytes,
): Promise<string | undefined> {
  const secrets = keys.allSecrets;
  const { kept, dropped } = journal.changes();
  // Copies, because an exchange may end while the others are written.
  const entries = [...journal.entries()].map((entry) => ({ ...entry }));
  const missing = { requests: counts.requests - entries.length, changes: dropped, later: 0 };
  const happened = [
    ...entries.map((entry) => ({
      begun: entry.begun,
      step: (): CapsuleStep => capsuleRequest(entry, keys, secrets),
    })),
    ...[...kept].map(({ begun, at, method, target, body }) => ({
      begun,
      step: (): CapsuleStep => ({
        at: formatDateTime(at),
        change: { method, target, body: secrets.hide(body) },
      }),
    })),
  ].toSorted((one, other) => one.begun - other.begun);

  const { choices, faults, at } = start;
  const { profile: _, ...orders } = initial;
  const clock = { at, frozen: initial.clock.frozen ?? false };
  const scenario = await showScenario({ ...orders, apiKeys: new Map(), gaps: {}, clock }, 'json');
  const settings = { seed: BigInt(seed), profile: choices.profile, gaps: settledChoices(choices) };
  const head = { capsule: capsuleFormat, version, name, keys: start.keys, cell: { faults } };
  const before = `${begun(head)},\n"environment": ${begun(settings)},\n"scenario": ${scenario.trim()}},\n"steps": [`;
  return withSteps(before, happened, { missing, maxBytes });
}

/** The JSON of an object without its last brace. */
function begun(value: object): string {
  return writeJson(value).slice(0, -1);
}

/** For what follows the steps. */
const roomForEnd = 200;

/** Adds the steps that fit, the earliest first, and what is missing. */
async function withSteps(
  before: string,
  happened: readonly { readonly step: () => CapsuleStep }[],
  { missing, maxBytes }: { readonly missing: Missing; readonly maxBytes: number },
): Promise<string | undefined> {
  let bytes = Buffer.byteLength(before) + roomForEnd;
  if (bytes > maxBytes) return undefined;
  const texts: string[] = [];
  for await (const { step } of inSlices(happened)) {
    const text = `\n${writeJson(step())}`;
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > maxBytes) break;
    texts.push(text);
  }
  const later = happened.length - texts.length;
  return `${before}${texts.join(',')}\n],\n"missing": ${writeJson({ ...missing, later })}\n}\n`;
}
