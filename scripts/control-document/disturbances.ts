import { type Fields, json, s } from './schema.ts';
import type { Section } from './section.ts';

const hold: Fields = {
  id: s.text,
  operation: s.choice('cancelOrder'),
  'orderId?': s.int64,
  'count?': s.integer,
  timeoutMs: s.integer,
  remainingMs: s.says('The milliseconds until it closes by itself.', s.integer),
  waiting: s.says('The waiting requests, the longest waiting first.', s.list(s.ref('HeldRequest'))),
  held: s.says('The number of requests held so far.', s.integer),
};
const released = json(
  'The numbers of the released exchanges, in the order of their commits. All have committed.',
  s.object({ released: s.list(s.integer) }),
  { released: [12, 11] },
);
const faults = json(
  'The faults, in the order in which they were added.',
  s.object({ faults: s.list(s.ref('FaultStatus')) }),
);

export const disturbances: Section = {
  tag: 'behaviour',
  schemas: {
    Gate: s.says('A hold and the requests that wait at it.', s.object(hold)),
    HeldRequest: s.says(
      'A cancel that waits at a hold.',
      s.object({ exchange: s.integer, orderId: s.int64 }),
    ),
    GateWait: s.says(
      'A hold, and whether enough requests waited at it in time.',
      s.object({ ...hold, reached: s.boolean }),
    ),
  },
  operations: {
    'GET /environments/{environment}/faults': {
      id: 'listFaults',
      summary: 'List the faults',
      responses: { 200: faults },
    },
    'PUT /environments/{environment}/faults': {
      id: 'replaceFaults',
      summary: 'Replace all faults',
      example: { faults: [{ kind: 'latency', delay: '200ms' }] },
      responses: { 200: faults },
    },
    'POST /environments/{environment}/faults': {
      id: 'addFault',
      summary: 'Add a fault',
      example: { kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 },
      responses: { 201: json('The fault was added.', s.ref('FaultStatus')) },
    },
    'DELETE /environments/{environment}/faults': {
      id: 'deleteFaults',
      summary: 'Delete all faults',
      responses: { 200: json('The deleted faults.', s.object({ deleted: s.list(s.ref('FaultStatus')) })) },
    },
    'DELETE /environments/{environment}/faults/{fault}': {
      id: 'deleteFault',
      summary: 'Delete a fault',
      responses: { 200: json('The deleted fault.', s.object({ deleted: s.ref('FaultStatus') })) },
    },
    'GET /environments/{environment}/holds': {
      id: 'listGates',
      summary: 'List the holds and the requests waiting at them',
      responses: {
        200: json('The holds, in the order of opening.', s.object({ gates: s.list(s.ref('Gate')) })),
      },
    },
    'POST /environments/{environment}/holds': {
      id: 'openGate',
      summary: 'Open a hold',
      description:
        'A hold stops cancels at their commit, so that a test decides the outcome of a race. `/gates` is an alias of the path `/holds`.',
      body: 'GateRequest',
      example: { id: 'race', orderId: 48210013, timeout: '10s' },
      responses: { 201: json('The hold was opened.', s.ref('Gate')) },
    },
    'GET /environments/{environment}/holds/{hold}': {
      id: 'getGate',
      summary: 'Get a hold, or wait for requests at it',
      responses: {
        200: json('The hold. `reached` is present if `waiting` is given.', {
          anyOf: [s.ref('Gate'), s.ref('GateWait')],
        }),
      },
    },
    'DELETE /environments/{environment}/holds/{hold}': {
      id: 'closeGate',
      summary: 'Release all waiting requests, in a chosen order, and close the hold',
      responses: { 200: released },
    },
    'POST /environments/{environment}/holds/{hold}/release': {
      id: 'releaseExchange',
      summary: 'Release one waiting request',
      description: 'The hold stays open.',
      example: { exchange: 12 },
      responses: { 200: released },
    },
  },
};
