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
    why: 'it is not shown',
  },
  {
    key: 'message-bad-request-body',
    question: "What is the body of the quickstart's 400?",
    spec: '7',
    scope: 'wire',
    choices: { empty: 'none', error: 'an Error body' },
    default: 'empty',
    why: '"not specified"',
  },
] as const satisfies readonly Gap[];
