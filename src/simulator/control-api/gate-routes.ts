import { z } from 'zod';
import { UserError } from '../../shared/user-error.ts';
import type { Environment } from '../environment/environment.ts';
import type { GateRelease } from '../environment/gates/gates.ts';
import { int64 } from '../scenarios/order-schema.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, created, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { digits, duration, nothing, smallInteger } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

const longestWaitMs = 60_000;

/** The gates of an environment: hold cancels at their commit, see who waits, let go in a chosen order. */
export const gateRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/gates', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    return ok({ gates: state.gates.list() });
  }),
  environmentRoute('POST', '/gates', 'json', openGate),
  environmentRoute('GET', '/gates/{gate}', 'nothing', showGate),
  environmentRoute('POST', '/gates/{gate}/release', 'json', releaseOne),
  environmentRoute('DELETE', '/gates/{gate}', 'nothing', closeGate),
];

const gateBody = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, { error: 'a name like race, of letters, digits, ., - and _' })
    .optional(),
  operation: z.literal('cancelOrder').optional(),
  orderId: int64.optional(),
  count: smallInteger(1, 1_000_000).optional(),
  timeoutMs: smallInteger(1, longestWaitMs).optional(),
});

async function openGate(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const opening = state.gates.open(await readJsonBody(call.content, gateBody));
  if (opening.kind === 'opened') return created(opening.gate);
  throw new UserError({ what: `there is a gate "${opening.id}" already`, expected: 'another id' });
}

const waitQuery = z.strictObject({
  waiting: digits(1, 1000).optional(),
  timeout: duration(longestWaitMs, '60s').optional(),
});

/** With `waiting`, the answer comes once so many requests wait, or after the time-out. */
async function showGate(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { waiting, timeout = 10_000 } = readQuery(call.query, waitQuery);
  const { gate: id = '' } = call.parameters;
  const gate = state.gates.get(id);
  if (gate === undefined) return unknownGate(id);
  if (waiting === undefined) return ok(gate);
  const outcome = await state.gates.wait(id, { waiting, timeoutMs: timeout }, call.signal);
  if (outcome.kind === 'ended') return unknownGate(id);
  return ok({ ...outcome.gate, reached: outcome.kind === 'reached' });
}

const exchangeNumber = smallInteger(1, Number.MAX_SAFE_INTEGER);
const releaseBody = z.strictObject({ exchange: exchangeNumber });
const closeQuery = z.strictObject({
  order: z
    .string()
    .regex(/^[0-9]{1,15}(?:,[0-9]{1,15})*$/, { error: 'numbers of exchanges, separated by commas' })
    .transform((text) => text.split(',').map(Number))
    .optional(),
});

async function releaseOne(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { gate: id = '' } = call.parameters;
  const { exchange } = await readJsonBody(call.content, releaseBody);
  return answerRelease(id, await state.gates.release(id, exchange));
}

async function closeGate(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { order = [] } = readQuery(call.query, closeQuery);
  const { gate: id = '' } = call.parameters;
  return answerRelease(id, await state.gates.close(id, order));
}

function answerRelease(id: string, release: GateRelease): ControlResponse {
  switch (release.kind) {
    case 'released':
      return ok({ released: release.exchanges });
    case 'no-gate':
      return unknownGate(id);
    case 'not-waiting':
      throw new UserError({
        what: `exchange ${release.exchange} does not wait at gate "${id}"`,
        hint: 'GET …/gates shows who waits',
      });
  }
}

function unknownGate(id: string): ControlResponse {
  return refusal('gate_not_found', `There is no gate ${JSON.stringify(id)}, or it has ended by itself.`);
}
