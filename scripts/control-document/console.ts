import { json, s } from './schema.ts';
import type { Section } from './section.ts';

export const console: Section = {
  tag: 'console',
  schemas: {
    Session: s.says('A session of the console.', {
      ...s.object({
        csrf: s.says(
          'The value of the header `X-CSRF-Token`, which every request that changes something needs.',
          s.text,
        ),
        expiresAt: s.says(
          "When the session ends, 12 hours after it began, on the machine's clock.",
          s.dateTime,
        ),
      }),
      example: { csrf: '0b6f1c6d9f3c4a7e8d21', expiresAt: '2026-01-20T22:00:00Z' },
    }),
  },
  operations: {
    'GET /console/{file}': {
      id: 'getConsoleFile',
      summary: 'Get a script or a style sheet of the console',
      description: 'The name of a file contains a hash of its content, so that it can be cached forever.',
      responses: {
        200: {
          description: 'The file.',
          content: {
            'text/javascript': { schema: s.text },
            'text/css': { schema: s.text },
            'image/svg+xml': { schema: s.text },
          },
        },
      },
    },
    'GET /session': {
      id: 'getSession',
      summary: 'Get the session of the cookie',
      responses: { 200: json('The session.', s.ref('Session')) },
    },
    'POST /session': {
      id: 'signIn',
      summary: 'Sign in to the console',
      description:
        'With the control token, or with the one-time code of the link that the simulator prints when it starts. The response sets a cookie that is HttpOnly and SameSite=Strict; with TLS, it is Secure. A session ends after 12 hours. It is valid only for the Host at which it began.',
      example: { token: 'my-control-token' },
      bodyRequired: true,
      responses: {
        200: {
          description: 'The session has begun.',
          headers: {
            'Set-Cookie': { description: 'The cookie of the session.', schema: { type: 'string' } },
          },
          content: { 'application/json': { schema: s.ref('Session') } },
        },
      },
    },
    'DELETE /session': {
      id: 'signOut',
      summary: 'Sign out of the console',
      description: 'Removes the cookie from this browser. Needs the header `X-CSRF-Token`.',
      responses: { 204: { description: 'The cookie is removed.' } },
    },
  },
};
