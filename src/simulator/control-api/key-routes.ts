import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { created, limitReached, ok, unknown } from '../../http/control-response.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { apiKey, duration, maxKeys, time } from '../../text/field-schemas.ts';
import type { ApiKeyEntry } from '../environment/api-keys.ts';
import type { ChangeableParts } from '../environment/environment.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';

const expiry = { expiresAt: time.optional(), expiresIn: duration('365d').optional() };
type Expiry = { readonly expiresAt?: number | undefined; readonly expiresIn?: number | undefined };
const hasOneExpiry = ({ expiresAt, expiresIn }: Expiry): boolean =>
  expiresAt === undefined || expiresIn === undefined;
const oneExpiry = { params: { what: 'expiresAt and expiresIn are both given', expected: 'one of them' } };

/** The routes of the API keys of an environment. Only the response that adds a key contains its text. */
export const keyRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/keys', {
    handle: ({ state }) => ok(viewKeys(state)),
  }),
  environmentRoute('PUT /environments/{environment}/keys', {
    body: z.strictObject({
      keys: z.array(z.strictObject({ key: apiKey, ...expiry }).refine(hasOneExpiry, oneExpiry)).max(maxKeys),
    }),
    handle: async ({ body, state }) =>
      ok(
        await state.change((parts) => {
          for (const { id } of parts.keys.all()) parts.keys.revoke(id);
          for (const { key, ...times } of body.keys) parts.keys.add(key, expiryOf(times, parts));
          return viewKeys(parts);
        }),
      ),
  }),
  environmentRoute('POST /environments/{environment}/keys', {
    body: z
      .strictObject({ key: apiKey.optional(), ...expiry })
      .refine(hasOneExpiry, oneExpiry)
      .describe(
        "An API key. `expiresAt` and `expiresIn` exclude each other; both refer to the environment's clock.",
      ),
    handle: ({ body: { key = randomBytes(16).toString('hex'), ...times }, state }) =>
      state.change((parts) => {
        const before = parts.keys.all().length;
        if (before >= maxKeys && parts.keys.idOf(key) === undefined)
          return limitReached(before, 'keys', 'revoke some');
        const added = { ...viewKey(parts.keys.add(key, expiryOf(times, parts))), key };
        return parts.keys.all().length > before ? created(added) : ok(added);
      }),
  }),
  environmentRoute('DELETE /environments/{environment}/keys/{key}', {
    handle: async ({ params: { key: id }, state }) => {
      const revoked = await state.change(({ keys }) => keys.revoke(id));
      return revoked === undefined
        ? unknown('key', id, 'GET …/keys lists their ids')
        : ok({ revoked: viewKey(revoked) });
    },
  }),
];

function expiryOf({ expiresAt, expiresIn }: Expiry, { clock }: ChangeableParts): number | undefined {
  return expiresIn === undefined ? expiresAt : clock.now() + expiresIn;
}

function viewKeys({ keys }: ChangeableParts) {
  return { keys: keys.all().map(viewKey) };
}

function viewKey({ id, expiresAt, expired }: ApiKeyEntry) {
  return { id, expired, expiresAt: expiresAt === undefined ? undefined : formatDateTime(expiresAt) };
}
