import { z } from 'zod';
import { formatDateTime } from '../../shared/date-time.ts';
import type { Environment } from '../environment/environment.ts';
import { checkSchema } from '../environment/journal/check-schema.ts';
import type { JournalExchange } from '../environment/journal/journal-exchange.ts';
import { verify } from '../environment/journal/verify.ts';
import { operationNames } from '../environment/operation.ts';
import { type ControlResponse, ok } from './control-response.ts';
import { type ControlCall, type ControlRoute, environmentRoute } from './control-route.ts';
import { digits, duration, int64Digits, nothing } from './input-schemas.ts';
import { readJsonBody, readQuery } from './read-input.ts';

/** The journal of an environment: what its clients did, with notes for their authors. */
export const journalRoutes: readonly ControlRoute[] = [
  environmentRoute('GET', '/journal', 'nothing', findExchanges),
  environmentRoute('DELETE', '/journal', 'nothing', ({ query }, { state }) => {
    readQuery(query, nothing);
    const deleted = state.journal.length;
    state.journal.clear();
    return ok({ deleted });
  }),
  environmentRoute('GET', '/journal/wait', 'nothing', waitForExchanges),
  environmentRoute('POST', '/journal/verify', 'json', verifyJournal),
];

const number = digits(0, Number.MAX_SAFE_INTEGER);
const filterFields = {
  operation: z.enum(operationNames).optional(),
  status: digits(100, 599).optional(),
  orderId: int64Digits.optional(),
  since: number.optional(),
};
const findQuery = z.strictObject({
  ...filterFields,
  limit: digits(1, 1000).optional(),
  cursor: number.optional(),
});
const waitQuery = z.strictObject({
  ...filterFields,
  count: digits(1, 1_000_000).optional(),
  timeout: duration(60_000, '60s').optional(),
});

const checksBody = z.strictObject({ checks: z.array(checkSchema).min(1).max(1000) });

async function findExchanges({ query }: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { limit, cursor, ...filter } = readQuery(query, findQuery);
  const { journal } = state;
  const { exchanges, next } = await journal.find(filter, { limit, cursor });
  return ok({ exchanges: exchanges.map(viewExchange), next, size: journal.size, dropped: journal.dropped });
}

async function waitForExchanges(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  const { count = 1, timeout = 10_000, ...filter } = readQuery(call.query, waitQuery);
  const outcome = await state.journal.wait({ filter, count, timeoutMs: timeout }, call.signal);
  return ok({
    reached: outcome.kind === 'reached',
    count: outcome.count,
    exchanges: outcome.exchanges.map(viewExchange),
  });
}

async function verifyJournal(call: ControlCall, { state }: Environment): Promise<ControlResponse> {
  readQuery(call.query, nothing);
  const { checks } = await readJsonBody(call.content, checksBody);
  const results = await verify(state.journal, checks);
  return ok({ passed: results.every(({ passed }) => passed), checks: results });
}

function viewExchange({ begunAt, endedAt, ...exchange }: JournalExchange): object {
  return {
    ...exchange,
    begunAt: formatDateTime(begunAt),
    endedAt: endedAt === undefined ? undefined : formatDateTime(endedAt),
  };
}
