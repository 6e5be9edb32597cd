import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { formatDateTime } from '../../shared/date-time.ts';
import type { ApiKeyEntry } from '../environment/api-keys.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import { refusal } from './control-error.ts';
import { type ControlResponse, created, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { apiKey, duration, nothing, time } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** The API keys of an environment. A key is shown by its id; its text is in the answer that made it, and nowhere else. */
export const keyRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/keys', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    return ok(viewKeys(state));
  }),
  environmentRoute('PUT', '/keys', 'json', putKeys),
  environmentRoute('POST', '/keys', 'json', addKey),
  environmentRoute('DELETE', '/keys/{key}', 'nothing', revokeKey),
];

const keyFields = {
  expiresAt: time.optional(),
  expiresIn: duration(365 * 86_400_000, '365d').optional(),
};
const oneExpiry = { params: { what: 'expiresAt and expiresIn are both given', expected: 'one of them' } };
type Expiry = { readonly expiresAt?: number | undefined; readonly expiresIn?: number | undefined };
const isOneExpiry = ({ expiresAt, expiresIn }: Expiry): boolean =>
  expiresAt === undefined || expiresIn === undefined;

const addBody = z.strictObject({ key: apiKey.optional(), ...keyFields }).refine(isOneExpiry, oneExpiry);
const putBody = z.strictObject({
  keys: z.array(z.strictObject({ key: apiKey, ...keyFields }).refine(isOneExpiry, oneExpiry)).max(100),
});

async function putKeys(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { keys } = await readJsonBody(call.content, putBody);
  for (const { id } of state.keys.all()) state.keys.revoke(id);
  for (const { key, ...expiry } of keys) state.keys.add(key, expiryOf(expiry, state));
  return ok(viewKeys(state));
}

async function addKey(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { key = randomBytes(16).toString('hex'), ...expiry } = await readJsonBody(call.content, addBody);
  const before = state.keys.all().length;
  const entry = state.keys.add(key, expiryOf(expiry, state));
  const answer = { ...viewKey(entry), key };
  return state.keys.all().length > before ? created(answer) : ok(answer);
}

function revokeKey(call: ControlCall, { state }: Environment): ControlResponse {
  readQuery(call.query, nothing);
  const { key: id = '' } = call.parameters;
  const revoked = state.keys.revoke(id);
  return revoked === undefined
    ? refusal('key_not_found', `There is no key ${JSON.stringify(id)}; GET …/keys lists their ids.`)
    : ok({ revoked: viewKey(revoked) });
}

function expiryOf({ expiresAt, expiresIn }: Expiry, { clock }: EnvironmentState): number | undefined {
  return expiresIn === undefined ? expiresAt : clock.now() + expiresIn;
}

function viewKeys(state: EnvironmentState): object {
  return { keys: state.keys.all().map(viewKey) };
}

function viewKey({ id, expiresAt, expired }: ApiKeyEntry): object {
  return { id, expired, ...(expiresAt === undefined ? {} : { expiresAt: formatDateTime(expiresAt) }) };
}
