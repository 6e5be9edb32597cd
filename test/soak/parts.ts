import fc from 'fast-check';
import { anyRequest, askAny } from '../fuzz/any-request.ts';
import { brokenTargetsAreReported } from '../fuzz/mutated-answers.ts';
import { harsAreJudgedOrRefused } from '../fuzz/mutated-hars.ts';
import { scenariosAreReadOrPlaced } from '../fuzz/mutated-scenarios.ts';
import { openUnfinished, pipeline, sendTable } from '../hostile/attacks.ts';
import { sendControlBodies } from '../hostile/control-bodies.ts';
import type { MeasuredSimulator } from '../hostile/measured-simulator.ts';
import { sendMutated } from '../hostile/mutated-requests.ts';
import { rawCases } from '../hostile/raw-cases/raw-cases.ts';
import { inParallel } from '../hostile/raw-client.ts';

/** A part of a round of the soak. `run` returns what was wrong. */
export type Part = {
  readonly what: string;
  readonly count: number;
  readonly run: (simulator: MeasuredSimulator, count: number, seed: number) => Promise<readonly string[]>;
};

/** The parts of a round, in this order. */
export const parts: readonly Part[] = [
  {
    what: 'Requests of the table',
    count: 2 * rawCases.length,
    run: async ({ origin }) => {
      await sendTable(origin, 2);
      return [];
    },
  },
  { what: 'Structured requests', count: 10_000, run: sendStructured },
  {
    what: 'Mutated requests',
    count: 5_000,
    run: async ({ origin }, count, seed) => (await sendMutated(origin, count, seed)).wrong,
  },
  {
    what: 'Pipelined requests, each answered',
    count: 5_000,
    run: async ({ origin }, count) => {
      const answered = await pipeline(origin, count);
      return answered === count ? [] : [`${answered} of ${count} pipelined requests were answered`];
    },
  },
  {
    what: 'Connections that never come to an end',
    count: 100,
    run: async ({ origin }, count) => {
      for (const socket of await openUnfinished(origin, count / 4)) socket.destroy();
      return [];
    },
  },
  {
    what: 'Bodies to the control API',
    count: 500,
    run: async ({ controlUrl }, count, seed) => {
      const { wrong } = await sendControlBodies(controlUrl, 'token-for-tests', count, seed);
      for (const name of ['production', 'staging']) await startAfresh(controlUrl, name);
      return wrong;
    },
  },
  {
    what: 'Mutated scenario files',
    count: 2_000,
    run: (_, count, seed) => holds(scenariosAreReadOrPlaced(), count, seed),
  },
  {
    what: 'Mutated HAR files',
    count: 1_000,
    run: (_, count, seed) => holds(harsAreJudgedOrRefused(), count, seed),
  },
  {
    what: 'Targets with broken responses',
    count: 50,
    run: (_, count, seed) => holds(brokenTargetsAreReported(), count, seed),
  },
];

async function sendStructured(
  { origin }: MeasuredSimulator,
  count: number,
  seed: number,
): Promise<readonly string[]> {
  const requests = fc.sample(anyRequest, { numRuns: count, seed });
  const found: string[] = [];
  await inParallel(count, 8, async (at) => {
    const request = requests[at];
    const { wrong } = request === undefined ? { wrong: 'not drawn' } : await askAny(origin, request);
    if (wrong !== undefined) found.push(`structured request ${JSON.stringify(request)}: ${wrong}`);
  });
  return found;
}

async function holds<T>(
  property: fc.IAsyncProperty<T>,
  numRuns: number,
  seed: number,
): Promise<readonly string[]> {
  const result = await fc.check(property, { numRuns, seed });
  return result.failed ? [fc.defaultReportMessage(result) ?? 'a property failed'] : [];
}

/** The bodies before it may have changed anything: choices, faults, keys. */
async function startAfresh(controlUrl: string, environment: string): Promise<void> {
  const headers = { Authorization: 'Bearer token-for-tests', 'Content-Type': 'application/json' };
  const response = await fetch(`${controlUrl}/environments/${environment}`, {
    method: 'PUT',
    headers,
    body: '{}',
  });
  if (!response.ok) throw new Error(`${environment} cannot be replaced: ${await response.text()}`);
}
