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
        expiresAt: s.says("When the session ends if no request uses it, on the machine's clock.", s.dateTime),
      }),
      example: { csrf: '0b6f1c6d9f3c4a7e8d21', expiresAt: '2026-01-20T22:00:00Z' },
    }),
    ExchangeBatch: s.says(
      'The data of an event `exchanges`.',
      s.object({
        environment: s.text,
        exchanges: s.says(
          'The newest exchanges that ended since the last batch, oldest first: up to 200 in one interval of 100 ms, and 1,200 in a second, over all environments.',
          s.list(s.ref('ExchangeSummary')),
        ),
        dropped: s.says(
          'How many further exchanges ended since the last batch. They are in the journal.',
          s.integer,
        ),
      }),
    ),
    ExchangeSummary: s.says(
      'An exchange in one line. `GET /environments/{environment}/journal/{exchange}` shows it in full.',
      s.object({
        number: s.integer,
        begunAt: s.dateTime,
        method: s.text,
        target: s.says('The path and the query, without keys.', s.text),
        operation: s.says('The operation; null if the request has none.', {
          anyOf: [s.ref('OperationName'), { type: 'null' }],
        }),
        orderId: s.says('The order id in the path as a text; null if there is none.', {
          type: ['string', 'null'],
        }),
        status: s.says('The status of the response; null if none was sent.', { type: ['integer', 'null'] }),
        durationMs: s.says(
          'From the head of the request to the end of the response, in real time.',
          s.number,
        ),
        key: s.says('The id of the API key of the request; null if it had none that is valid now.', {
          type: ['string', 'null'],
        }),
        faults: s.says('The ids of the faults that fired.', s.list(s.text)),
        gaps: s.says('The number of gaps that the response relied on.', s.integer),
        held: s.says('Whether the request waited at a hold.', s.boolean),
        'refused?': s.says('Why the request was refused. Omitted if it was not.', s.text),
        'traceparent?': s.says(
          'The header `traceparent` as it was sent, valid or not, up to 256 characters.',
          s.text,
        ),
      }),
    ),
    EnvironmentChange: s.says(
      'The data of an event `changed`.',
      s.object({
        environment: s.text,
        parts: s.says(
          'What may be different.',
          s.list(s.choice('orders', 'gaps', 'faults', 'holds', 'keys', 'clock', 'scenario', 'journal')),
        ),
      }),
    ),
    DroppedEvents: s.says(
      'The data of an event `dropped`.',
      s.object({ count: s.says('How many messages are missing, at least 1.', s.integer) }),
    ),
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
        'With the control token, or with the one-time code of the link that the simulator prints when it starts. The response sets a cookie that is HttpOnly and SameSite=Strict; with TLS, it is Secure. A session ends after 12 hours without a request, with `DELETE /session`, and when the simulator stops. It is valid only for the Host at which it began.',
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
      description: 'Ends the session and its streams of events. Needs the header `X-CSRF-Token`.',
      responses: { 204: { description: 'The session has ended.' } },
    },
    'GET /events': {
      id: 'watchEvents',
      summary: 'Watch what happens',
      description:
        'A stream of server-sent events, which ends when the client closes it, when its session ends or when the simulator\nstops. The data of each kind of event is JSON:\n\n- `exchanges`: an `ExchangeBatch`, exchanges that ended, sent at most every 100 ms for each environment.\n- `changed`: an `EnvironmentChange`, which parts of an environment may be different, at most every 100 ms.\n- `environments`: an empty object. An environment was created or deleted.\n- `dropped`: a `DroppedEvents`. Messages are missing: read again what you show.\n\nA comment is sent every 15 s. A client that reads too slowly misses messages, and gets\n`dropped` when it can read again.',
      responses: {
        200: {
          description: 'The stream.',
          content: {
            'text/event-stream': {
              schema: s.text,
              example: 'event: changed\ndata: {"environment":"production","parts":["orders"]}\n',
            },
          },
        },
      },
    },
  },
};
