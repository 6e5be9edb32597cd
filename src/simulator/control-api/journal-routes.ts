import * as z from 'zod';
import { ok, refusal } from '../../http/control-response.ts';
import { checkSchema } from '../../journal-check-schema.ts';
import { formatDateTime } from '../../text/date-time.ts';
import { digits, int64Digits, longestWait } from '../../text/field-schemas.ts';
import { longestTraceParent } from '../environment/journal/request-fields.ts';
import type { JournalExchange } from '../environment/journal/show-exchange.ts';
import { verify } from '../environment/journal/verify.ts';
import { count, formatTime, operationName, text } from './components.ts';
import { type ControlRoute, environmentRoute } from './control-route.ts';
import { exchange } from './exchange-schema.ts';

const number = digits(0, Number.MAX_SAFE_INTEGER);
const statusClass = z.enum(['1xx', '2xx', '3xx', '4xx', '5xx']);
const filter = {
  operation: operationName.optional(),
  status: digits(100, 599)
    .or(statusClass)
    .optional()
    .describe('The HTTP status, or a class of them such as `4xx`.'),
  orderId: int64Digits.optional(),
  since: number.optional().describe('Match only exchanges with a higher number.'),
  key: z.string().min(1).optional().meta({
    description: 'The id of the API key of the request.',
    example: 'key-1',
  }),
  traceparent: z.string().min(1).max(longestTraceParent).optional().meta({
    description: 'A part of the header of the request, such as the trace id (W3C Trace Context).',
    example: '4bf92f3577b34da6a3ce929d0e0e4736',
  }),
};

const journalPage = z
  .strictObject({
    exchanges: z.array(exchange),
    next: count.optional().describe('The `cursor` of the next page. Omitted on the last page.'),
    size: count.describe('The capacity of the journal.'),
    dropped: count.describe('The number of exchanges dropped because the journal was full.'),
  })
  .meta({ id: 'JournalPage', description: 'A page of exchanges, newest first.' });
const journalWait = z.strictObject({ reached: z.boolean(), count, exchanges: z.array(exchange) }).meta({
  id: 'JournalWait',
  description: 'Up to 100 matching exchanges, and whether there were enough in time.',
});
const checkResult = z
  .strictObject({
    check: text('The check as a sentence.'),
    passed: z.boolean(),
    seen: text('What the journal shows, with the numbers of exchanges.'),
  })
  .meta({ id: 'CheckResult' });
const verification = z.strictObject({ passed: z.boolean(), checks: z.array(checkResult) }).meta({
  id: 'Verification',
  description: 'The result of each check. The status is 200 even if one fails.',
});

export const journalRoutes: readonly ControlRoute[] = [
  environmentRoute('GET /environments/{environment}/journal', {
    id: 'findExchanges',
    summary: 'Find exchanges, newest first',
    responses: { 200: journalPage },
    query: {
      ...filter,
      limit: digits(1, 1000).default(100),
      cursor: number.optional().describe('The `next` of the previous page.'),
    },
    handle: ({ query: { limit, cursor, ...wanted }, state: { journal } }) => {
      const { exchanges, next } = journal.find(wanted, { limit, cursor });
      const { dropped } = journal.counts();
      return ok({ exchanges: exchanges.map(viewExchange), next, size: journal.size, dropped });
    },
  }),
  environmentRoute('DELETE /environments/{environment}/journal', {
    id: 'clearJournal',
    summary: 'Clear the journal',
    description: 'Numbering continues.',
    responses: { 200: z.strictObject({ deleted: count }) },
    handle: ({ state: { journal } }) => ok({ deleted: journal.clear() }),
  }),
  environmentRoute('GET /environments/{environment}/journal/wait', {
    id: 'waitForExchanges',
    summary: 'Wait for exchanges',
    description:
      'Responds when enough finished exchanges match, earlier ones included, or after the time-out.',
    responses: { 200: journalWait },
    query: {
      ...filter,
      count: digits(1, 1_000_000).default(1),
      timeout: longestWait,
    },
    handle: async ({ query, state: { journal }, signal }) => {
      const { count: wanted, timeout: timeoutMs, ...filter } = query;
      const { exchanges, ...rest } = await journal.wait({ filter, count: wanted, timeoutMs }, signal);
      return ok({ ...rest, exchanges: exchanges.map(viewExchange) });
    },
  }),
  environmentRoute('POST /environments/{environment}/journal/verify', {
    id: 'verify',
    summary: 'Check statements about what the client did',
    responses: { 200: verification },
    body: z.strictObject({ checks: z.array(checkSchema).min(1).max(1000) }),
    handle: ({ body, state }) => {
      const checks = verify(state.journal, body.checks);
      return ok({ passed: checks.every(({ passed }) => passed), checks });
    },
  }),
  // After the routes whose path it matches too.
  environmentRoute('GET /environments/{environment}/journal/{exchange}', {
    id: 'getExchange',
    summary: 'Get an exchange',
    responses: { 200: exchange },
    handle: ({ params: { exchange: number }, state: { journal } }) => {
      const exchange = /^\d{1,15}$/.test(number) ? journal.get(Number(number)) : undefined;
      if (exchange !== undefined) return ok(viewExchange(exchange));
      const hint = 'it ended before the last reset, or the journal was too full to keep it';
      return refusal('exchange_not_found', `The journal has no exchange ${JSON.stringify(number)}; ${hint}.`);
    },
  }),
];

function viewExchange({ begunAt, endedAt, ...exchange }: JournalExchange) {
  return { ...exchange, begunAt: formatDateTime(begunAt), endedAt: formatTime(endedAt) };
}
