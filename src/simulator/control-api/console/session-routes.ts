import * as z from 'zod';
import { noContent, ok, refusal } from '../../../http/control-response.ts';
import { formatDateTime } from '../../../text/date-time.ts';
import { text, timestamp } from '../components.ts';
import { type ControlRoute, route } from '../control-route.ts';
import { seenAddress, sessionCookie } from './session-cookie.ts';
import type { Session } from './sessions.ts';

const secret = z.string().min(1).max(4096);

const session = z
  .strictObject({
    csrf: text('The value of the header `X-CSRF-Token`, which every change needs.'),
    expiresAt: timestamp.describe("12 hours after the session began, on the machine's clock."),
  })
  .meta({ id: 'Session' });

/** The routes of the session of the console: sign in, look, sign out. */
export const sessionRoutes: readonly ControlRoute[] = [
  route('POST /session', {
    id: 'signIn',
    summary: 'Sign in to the console',
    description:
      'With the control token, or with the one-time code of the printed link. The response sets a cookie. The session is valid for the Host at which it began.',
    responses: { 200: session },
    open: true,
    body: z.union([
      z.strictObject({ token: secret }),
      z.strictObject({ code: secret.describe('The one-time code of the printed link.') }),
    ]),
    handle: async ({ context: { signIn, sessions }, body, headers }) => {
      const refused = signIn(body);
      if (refused !== undefined) return refused;
      const { session, cookie } = sessions.begin(headers);
      return { ...ok(viewSession(session)), headers: setCookie(headers, cookie) };
    },
  }),
  route('GET /session', {
    id: 'getSession',
    summary: 'Get the session of the cookie',
    responses: { 200: session },
    handle: async ({ context: { sessions }, headers }) => {
      const session = sessions.find(headers);
      return session === undefined ? noSession : ok(viewSession(session));
    },
  }),
  route('DELETE /session', {
    id: 'signOut',
    summary: 'Sign out of the console',
    responses: { 204: z.undefined().describe('The cookie is removed.') },
    handle: async ({ context: { sessions }, headers }) => {
      if (sessions.find(headers) === undefined) return noSession;
      return { ...noContent, headers: setCookie(headers, '') };
    },
  }),
];

const noSession = refusal(
  'unauthorized',
  'The request has no cookie of a session; POST /session begins one.',
);

function setCookie(headers: Parameters<typeof seenAddress>[0], value: string): readonly string[] {
  return ['Set-Cookie', sessionCookie(seenAddress(headers), value)];
}

function viewSession({ csrf, expiresAt }: Session) {
  return { csrf, expiresAt: formatDateTime(expiresAt) };
}
