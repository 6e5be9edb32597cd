import * as z from 'zod';
import { equalsSecret } from '../../../authorization.ts';
import { noContent, ok, refusal } from '../../../http/control-response.ts';
import { formatDateTime } from '../../../text/date-time.ts';
import { text, timestamp } from '../components.ts';
import { type ControlRoute, route } from '../control-route.ts';
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
    handle: ({ context: { token, sessions }, body, headers }) => {
      const isRight = 'token' in body ? equalsSecret(body.token, token) : sessions.acceptsCode(body.code);
      if (!isRight) return wrongSecret;
      const { session, setCookie } = sessions.begin(headers);
      return { ...ok(viewSession(session)), headers: ['Set-Cookie', setCookie] };
    },
  }),
  route('GET /session', {
    id: 'getSession',
    summary: 'Get the session of the cookie',
    responses: { 200: session },
    handle: ({ context: { sessions }, headers }) => {
      const session = sessions.find(headers);
      return session === undefined ? noSession : ok(viewSession(session));
    },
  }),
  route('DELETE /session', {
    id: 'signOut',
    summary: 'Sign out of the console',
    responses: { 204: z.undefined().describe('The cookie is removed.') },
    handle: ({ context: { sessions }, headers }) =>
      sessions.find(headers) === undefined
        ? noSession
        : { ...noContent, headers: ['Set-Cookie', sessions.end(headers)] },
  }),
];

const wrongSecret = refusal(
  'unauthorized',
  'This is not the control token, which is the value of SIM_CONTROL_TOKEN or printed at the start; the code of a printed link works once.',
  ['WWW-Authenticate', 'Bearer'],
);
const noSession = refusal('unauthorized', 'There is no cookie of a session; POST /session begins one.');

function viewSession({ csrf, expiresAt }: Session) {
  return { csrf, expiresAt: formatDateTime(expiresAt) };
}
