import { operationNames } from '../../src/operation.ts';
import { json, s } from './schema.ts';
import type { Section } from './section.ts';

export const journal: Section = {
  tag: 'journal',
  schemas: {
    OperationName: s.says('An operation of the service.', s.choice(...operationNames)),
    JournalPage: s.says(
      'A page of exchanges, newest first.',
      s.object({
        exchanges: s.list(s.ref('Exchange')),
        'next?': s.says('The `cursor` of the next page. Omitted on the last page.', s.integer),
        size: s.says('The capacity of the journal.', s.integer),
        dropped: s.says('The number of exchanges dropped because the journal was full.', s.integer),
      }),
    ),
    JournalWait: s.says(
      'Whether enough exchanges matched in time.',
      s.object({ reached: s.boolean, count: s.integer, exchanges: s.list(s.ref('Exchange')) }),
    ),
    Exchange: s.says(
      'A request and its response. API keys are redacted.',
      s.object({
        number: s.integer,
        begunAt: s.dateTime,
        'endedAt?': s.says('Omitted while the exchange is in progress.', s.dateTime),
        method: s.text,
        path: s.text,
        query: s.text,
        headers: s.list(s.ref('Header')),
        'traceparent?': s.says(
          'The header `traceparent` as it was sent, valid or not, up to 256 characters.',
          s.text,
        ),
        'body?': s.ref('Body'),
        'operation?': s.ref('OperationName'),
        'key?': s.says(
          'The id of the API key of the request. Omitted if it had none that is valid now.',
          s.text,
        ),
        'order?': s.says(
          'The order of a cancel, with its status before and after.',
          s.object({ id: s.int64, 'before?': s.ref('OrderStatus'), 'after?': s.ref('OrderStatus') }),
        ),
        'end?': s.choice('answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed'),
        'answer?': s.object({ status: s.integer, headers: s.list(s.ref('Header')), 'body?': s.ref('Body') }),
        gaps: s.ref('GapChoices'),
        faults: s.says('The faults that fired, in the order of firing.', s.list(s.ref('FiredFault'))),
        'gate?': s.says('The id of the hold at which the request waited.', s.text),
        'refused?': s.says(
          'Why the request was refused, and what would have succeeded.',
          s.object({
            step: s.choice('path', 'method', 'request', 'key', 'order-id', 'order', 'state', 'pet', 'fault'),
            why: s.text,
            wouldMatch: s.text,
          }),
        ),
        notes: s.says('Probable mistakes of the client.', s.list(s.object({ code: s.text, text: s.text }))),
      }),
    ),
    FiredFault: s.says(
      'A fault that fired.',
      s.object({ id: s.text, did: s.says('What it did: `waited 213 ms`.', s.text) }),
    ),
    Header: s.says('A header field.', s.object({ name: s.text, value: s.text })),
    Body: s.says(
      'A body, up to its first 8 KiB. UTF-8 is shown as text, anything else as base64.',
      s.object({ length: s.integer, truncated: s.boolean, 'text?': s.text, 'base64?': s.text }),
    ),
    CheckResult: s.says(
      'The result of one check, in words that fit into a test report.',
      s.object({
        check: s.says('The check as a sentence.', s.text),
        passed: s.boolean,
        seen: s.says('What the journal shows, with the numbers of exchanges.', s.text),
      }),
    ),
    Verification: s.says(
      'The results of all checks of one call.',
      s.object({ passed: s.boolean, checks: s.list(s.ref('CheckResult')) }),
    ),
  },
  operations: {
    'GET /environments/{environment}/coverage': {
      id: 'getEnvironmentCoverage',
      summary: 'Get what the tests met in an environment',
      description: 'A reset or another scenario does not clear it; a new environment of the same name does.',
      responses: {
        200: json('What was met since the environment was created, and what was not.', s.ref('CoverageView')),
      },
    },
    'GET /environments/{environment}/journal': {
      id: 'findExchanges',
      summary: 'Find exchanges, newest first',
      responses: { 200: json('A page of exchanges.', s.ref('JournalPage')) },
    },
    'DELETE /environments/{environment}/journal': {
      id: 'clearJournal',
      summary: 'Clear the journal',
      description: 'Numbering continues.',
      responses: {
        200: json('The number of deleted exchanges.', s.object({ deleted: s.integer }), { deleted: 12 }),
      },
    },
    'GET /environments/{environment}/journal/wait': {
      id: 'waitForExchanges',
      summary: 'Wait for exchanges',
      description:
        'Responds when enough finished exchanges match, or after the time-out. Exchanges already in the journal count.',
      responses: {
        200: json(
          'Whether enough exchanges matched in time, and the matching exchanges, newest first, up to 100.',
          s.ref('JournalWait'),
        ),
      },
    },
    'POST /environments/{environment}/journal/verify': {
      id: 'verify',
      summary: 'Check statements about what the client did',
      example: {
        checks: [
          { check: 'cancelled', orderId: 48210013, times: 1 },
          { check: 'nothing-else-changed' },
          { check: 'no-notes' },
        ],
      },
      bodyRequired: true,
      responses: {
        200: json(
          'The result of each check, in the order of the request. The status is 200 even if a check fails.',
          s.ref('Verification'),
        ),
      },
    },
    'GET /environments/{environment}/journal/{exchange}': {
      id: 'getExchange',
      summary: 'Get an exchange',
      responses: { 200: json('The exchange.', s.ref('Exchange')) },
    },
  },
};
