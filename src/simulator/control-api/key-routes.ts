import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { created, limitReached, ok, unknown } from '../../http/control-response.ts';
import { apiKey, duration, maxKeys, oneOf, time } from '../../text/field-schemas.ts';
import type { ApiKeyEntry } from '../environment/api-keys.ts';
import type { EnvironmentState } from '../environment/environment.ts';
import { formatTime, timestamp } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

const expiry = { expiresAt: time.optional(), expiresIn: duration('365d').optional() };

const keyView = z
  .strictObject({
    id: z.string(),
    expired: z.boolean(),
    expiresAt: timestamp.optional().describe("On the environment's clock."),
  })
  .meta({ id: 'KeyView', description: 'An API key by its id.' });
const newKey = keyView
  .extend({ key: apiKey })
  .meta({ id: 'NewKey', description: 'An API key with its text.' });
const keyRequest = z
  .strictObject({ key: apiKey.optional(), ...expiry })
  .refine(...oneOf('expiresAt', 'expiresIn'))
  .meta({ id: 'KeyRequest', description: 'An API key. `expiresAt` and `expiresIn` exclude each other.' });
const keys = z.strictObject({ keys: z.array(keyView) }).describe('The keys, oldest first.');

/** The routes of the API keys of an environment. Only the response that adds a key contains its text. */
export const keyRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/keys', {
    id: 'listKeys',
    summary: 'List the API keys by their ids',
    responses: { 200: keys },
    handle: ({ state }) => ok({ keys: state.keys.all().map(viewKey) }),
  }),
  environmentRoute('PUT /environments/{environment}/keys', {
    id: 'replaceKeys',
    summary: 'Replace all API keys',
    body: z.strictObject({
      keys: z
        .array(z.strictObject({ key: apiKey, ...expiry }).refine(...oneOf('expiresAt', 'expiresIn')))
        .max(maxKeys),
    }),
    responses: { 200: keys },
    handle: ({ body, state }) => {
      for (const { id } of state.keys.all()) state.keys.revoke(id);
      for (const { key, ...times } of body.keys) state.keys.add(key, expiryOf(times, state));
      return ok({ keys: state.keys.all().map(viewKey) });
    },
  }),
  environmentRoute('POST /environments/{environment}/keys', {
    id: 'addKey',
    summary: 'Add an API key, or change its expiry',
    description: 'An omitted key is generated at random. Only this response contains its text.',
    body: keyRequest,
    responses: { 200: newKey, 201: newKey },
    handle: ({ body: { key = randomBytes(16).toString('hex'), ...times }, state }) => {
      const before = state.keys.all().length;
      if (before >= maxKeys && state.keys.idOf(key) === undefined)
        return limitReached(before, 'keys', 'revoke some');
      const added = { ...viewKey(state.keys.add(key, expiryOf(times, state))), key };
      return state.keys.all().length > before ? created(added) : ok(added);
    },
  }),
  environmentRoute('DELETE /environments/{environment}/keys/{key}', {
    id: 'revokeKey',
    summary: 'Revoke an API key',
    responses: { 200: z.strictObject({ revoked: keyView }) },
    handle: ({ params: { key: id }, state }) => {
      const revoked = state.keys.revoke(id);
      return revoked === undefined
        ? unknown('key', id, 'GET …/keys lists their ids')
        : ok({ revoked: viewKey(revoked) });
    },
  }),
];

type Expiry = Pick<z.output<typeof keyRequest>, 'expiresAt' | 'expiresIn'>;

function expiryOf({ expiresAt, expiresIn }: Expiry, { clock }: EnvironmentState): number | undefined {
  return expiresIn === undefined ? expiresAt : clock.now() + expiresIn;
}

function viewKey({ id, expiresAt, expired }: ApiKeyEntry) {
  return { id, expired, expiresAt: formatTime(expiresAt) };
}
