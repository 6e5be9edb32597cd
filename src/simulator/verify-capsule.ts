import { writeJson } from '../json/json.ts';
import { shorten } from '../text-place.ts';
import type { CapsuleRequest, CapsuleStep } from './capsule/capsule.ts';
import type { Capsule } from './read-capsule.ts';
import { startReplay } from './replay-capsule.ts';
import { createReplayClient } from './replay-client.ts';
import type { Simulator } from './start-simulator.ts';

/** What sending the requests of a capsule again showed. */
export type Verification = {
  /** How many responses had the same bytes. */
  readonly same: number;
  /** A sentence for each response that differs. */
  readonly differs: readonly string[];
  /** A sentence for each part that could not be verified. */
  readonly unsure: readonly string[];
};

const keyText = (number: number | string): string => `replayed-key-${number}`;

/** Writes the texts of keys into what a capsule has with `<key-1>`. */
const withKeys = (text: string): string =>
  text.replace(/<key-(\d+)>/g, (_, number: string) => keyText(number));

/** What repeating a step led to: a request to the exchange of this number, if it got so far; a change perhaps to this refusal. */
type Repeated = number | string | undefined;

/**
 * Serves the environment of a capsule on a free port, makes its changes and sends its requests again, one after the other, with
 * the clock stopped at the time of each. Compares the responses as the journals have them. Waits of faults take no time.
 */
export async function verifyCapsule(capsule: Capsule, maxOrders: number): Promise<Verification> {
  const client = createReplayClient(capsule.name, withKeys);
  const { machine, onRequest } = client;
  const journalSize = Math.max(1, capsule.steps.length);
  const options = { scenario: 'empty', keyText, maxOrders, machine, onRequest, journalSize };
  await using simulator = await startReplay(withStoppedClock(capsule), options);
  const control = controlOf(simulator, capsule.name);
  const repeated: Repeated[] = [];
  let now = '';
  for (const step of capsule.steps) {
    if (step.at !== now) await control('PATCH', 'clock', JSON.stringify({ set: step.at }));
    now = step.at;
    if ('request' in step) repeated.push(await client.send(step, new URL(simulator.baseUrl)));
    else {
      const { method, target, body } = step.change;
      // The clock was set, and stays stopped.
      const made = target === 'clock' ? undefined : await control(method, target, withKeys(body));
      repeated.push(made?.ok === false ? made.text : undefined);
    }
  }
  const { text } = await control('GET', 'capsule');
  const { steps } = JSON.parse(text) as Pick<Capsule, 'steps'>;
  return compare(capsule, repeated, steps);
}

function withStoppedClock(capsule: Capsule): Capsule {
  const { scenario } = capsule.environment;
  if (typeof scenario !== 'object') return capsule;
  const content = { ...scenario.content, clock: { ...scenario.content.clock, frozen: true } };
  return { ...capsule, environment: { ...capsule.environment, scenario: { ...scenario, content } } };
}

type Control = (
  method: string,
  target: string,
  body?: string,
) => Promise<{ readonly ok: boolean; readonly text: string }>;

function controlOf({ controlUrl, controlToken }: Simulator, name: string): Control {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' };
  return async (method, target, body = '') => {
    const url = `${controlUrl}/environments/${name}/${target}`;
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    return { ok: response.ok, text: await response.text() };
  };
}

/** From the first doubt on, the state may be another one, so that a difference shows nothing. */
function compare(
  { steps, environment: { scenario }, missing }: Capsule,
  repeated: readonly Repeated[],
  newSteps: readonly CapsuleStep[],
): Verification {
  const exchanges = new Map(newSteps.flatMap((step) => ('request' in step ? [[step.number, step]] : [])));
  let [same, number] = [0, 0];
  let isStopped = typeof scenario === 'object' && scenario.content.clock?.frozen === true;
  let doubt = missing.changes > 0 ? 'the first changes are missing' : undefined;
  const differs: string[] = [];
  const unsure: string[] = [];
  const report = (subject: string, difference: string): void => {
    if (doubt === undefined) differs.push(`${subject}: ${difference}`);
    else unsure.push(`${subject}: ${difference}, which shows nothing, because ${doubt}`);
  };
  for (const [at, step] of steps.entries()) {
    const outcome = repeated[at];
    if ('change' in step) {
      const { method, target, body } = step.change;
      if (target === 'clock') isStopped = JSON.parse(body).frozen === true;
      if (outcome !== undefined) report(`change ${method} ${target}`, `refused with ${outcome}`);
      continue;
    }
    if (step.number !== ++number) doubt ??= `the requests ${number} to ${step.number - 1} are missing`;
    number = step.number;
    doubt ??= step.unsure;
    const difference = differenceOf(step, exchanges.get(Number(outcome)), isStopped);
    if (difference === undefined) same++;
    else report(`request ${number}, ${step.request.method} ${step.request.target}`, difference);
  }
  return { same, differs, unsure: [...unsure, ...sentencesOf(missing)] };
}

function sentencesOf({ requests, changes, later }: Capsule['missing']): readonly string[] {
  const dropped = 'are missing: the journal had dropped them';
  return [
    ...(requests > 0 ? [`${requests} requests ${dropped}`] : []),
    ...(changes > 0 ? [`${changes} changes ${dropped}`] : []),
    ...(later > 0 ? [`${later} later requests and changes are missing: they did not fit`] : []),
  ];
}

/**
 * Returns how the response to a repeated request differs from the recorded one, as a clause; undefined if it has the same bytes.
 * If the clock was not stopped, the time in a response to POST /messages may differ.
 */
function differenceOf(
  { response: before }: CapsuleRequest,
  again: CapsuleRequest | undefined,
  isStopped: boolean,
): string | undefined {
  if (again === undefined) return 'no exchange';
  for (const name of ['status', 'end', 'headers', 'body', 'faults'] as const) {
    const [recorded = '', repeated = ''] = [before[name], again.response[name]].map((field) => {
      const text = field === undefined ? 'none' : writeJson(field);
      return isStopped ? text : text.replace(/(\\"createdAt\\":\\")[^"\\]*/, '$1');
    });
    if (recorded !== repeated)
      return `${name} ${shorten(repeated, 200)} instead of ${shorten(recorded, 200)}`;
  }
  return undefined;
}
