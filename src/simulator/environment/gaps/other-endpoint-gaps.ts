import type { Gap } from './gap.ts';

/** The gaps about the endpoints besides the orders: the deprecated pet lookup and the quickstart. */
export const otherEndpointGaps = [
  {
    key: 'pet-lookup',
    question: 'What is the response to the deprecated GET /pets/{petId} with a valid key?',
    spec: '4.3',
    scope: 'state',
    choices: { 'not-simulated': '501 with an Error body', stub: "the scenario's pet, else 404" },
    default: 'not-simulated',
    reliesOn: {
      'not-simulated': 'the deprecated GET /pets/{petId} gets 501',
      stub: 'the deprecated GET /pets/{petId} returns a pet',
    },
    weight: 3,
    why: 'its shapes are not shown, and no client should rely on invented ones',
  },
  {
    key: 'pet-deprecation',
    question: 'Which headers does the deprecated operation have?',
    spec: '9',
    scope: 'wire',
    choices: {
      none: 'none',
      'since:…': 'Deprecation (RFC 9745): since:2026-01-01',
      'sunset:…': 'Deprecation and Sunset (RFC 8594): sunset:2026-01-01..2026-06-30',
      'gone:…': 'the same, and 410 after the sunset: gone:2026-01-01..2026-06-30',
    },
    default: 'none',
    reliesOn: {
      none: 'the deprecated operation has no header that says so',
      'since:…': 'the deprecated operation has a Deprecation header',
      'sunset:…': 'the deprecated operation has a Deprecation and a Sunset header',
      'gone:…': 'the deprecated operation gets 410 after its sunset',
    },
    weight: 2,
    // `gone` has all the headers of the others, and 410. Its dates are past on any clock.
    tries: [
      { choice: 'gone:2020-01-01..2020-06-30', alone: true },
      { choice: 'sunset:2020-01-01..2099-12-31', alone: false },
      { choice: 'none', alone: false },
    ],
    why: 'the dates are not shown',
  },
  {
    key: 'message-accepted',
    question: 'What is the success status of POST /messages?',
    spec: '4.4',
    scope: 'wire',
    choices: { ok: '200', created: '201', accepted: '202' },
    default: 'ok',
    typical: 'accepted',
    reliesOn: {
      ok: 'POST /messages succeeds with 200',
      created: 'POST /messages succeeds with 201',
      accepted: 'POST /messages succeeds with 202',
    },
    weight: 3,
    // A client that compares the status with 200 breaks with each of the others.
    tries: [
      { choice: 'accepted', alone: true },
      { choice: 'ok', alone: true },
      { choice: 'created', alone: false },
    ],
    why: 'it is not shown',
  },
  {
    key: 'message-bad-request-body',
    question: "What is the body of the quickstart's 400?",
    spec: '7',
    scope: 'wire',
    choices: { empty: 'none', error: 'an Error body' },
    default: 'empty',
    reliesOn: {
      empty: "the quickstart's 400 has no body",
      error: "the quickstart's 400 has an Error body",
    },
    weight: 2,
    why: '"not specified"',
  },
] as const satisfies readonly Gap[];
