import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import type { Exchange, OperationName } from '../../control-api.ts';
import { createCheckSchema } from '../../journal-check-schema.ts';
import { operationNames } from '../../operation.ts';
import { environment, int64, short, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

const maxFailures = 10;
/** The maximum number of notes and of faults of one exchange in an output. */
const maxDetails = 5;
const pageSize = 100;
const operations: readonly OperationName[] = operationNames;

export function explainFailuresTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'explain_failures',
    title: 'Explain the last failures',
    description: `Explains the last requests of the code under test that went wrong, newest first: why each was refused,
what would have succeeded, which injected fault fired, and probable mistakes of the client, such as an order id that
was rounded to a double. Use it before you change code.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      environment,
      limit: whole(1, maxFailures).default(5).describe('number of failures at most'),
      operation: z.enum(operations).optional().describe('only requests of this operation'),
      orderId: int64('only requests for this order').optional(),
      cursor: whole(1, Number.MAX_SAFE_INTEGER).optional().describe('next of the page before'),
    }),
    run: async ({ environment: name, limit, cursor, operation, orderId }, { signal }) => {
      const { journal } = control.environment(name);
      const filter = { ...(operation && { operation }), ...(orderId !== undefined && { orderId }) };
      const failures: object[] = [];
      let looked = 0;
      let from = cursor;
      for (;;) {
        const window = { limit: pageSize, ...(from !== undefined && { cursor: from }) };
        const page = await journal.find({ ...filter, ...window }, { signal });
        for (const exchange of page.exchanges) {
          looked++;
          if (isFailure(exchange)) failures.push(explain(exchange));
          if (failures.length === limit)
            return { failures, looked, dropped: page.dropped, next: exchange.number };
        }
        if (page.next === undefined) return { failures, looked, dropped: page.dropped };
        from = page.next;
      }
    },
  });
}

function isFailure({ refused, notes, faults, end, answer }: Exchange): boolean {
  const incomplete = end !== undefined && end !== 'answered';
  const isError = answer !== undefined && answer.status >= 400;
  return refused !== undefined || incomplete || isError || notes.length + faults.length > 0;
}

function explain(exchange: Exchange): object {
  const { number, begunAt, method, path, query, answer, end, order, refused, notes, faults } = exchange;
  return {
    exchange: number,
    at: begunAt,
    request: short(`${method} ${path}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`),
    status: answer?.status,
    end: end === 'answered' ? undefined : end,
    order,
    why: refused && short(refused.why),
    wouldMatch: refused && short(refused.wouldMatch),
    notes: notes.slice(0, maxDetails).map((note) => short(note.text)),
    faults: faults.slice(0, maxDetails).map(({ id, did }) => short(`${id}: ${did}`)),
  };
}

const check = createCheckSchema(int64('As a string.'), whole(0, 1_000_000_000));

export function verifyTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'verify',
    title: 'Verify what the client did',
    description: `Verifies statements about what the code under test sent to an environment, such as "order 1001 was
cancelled exactly once, and nothing else changed". A check that fails is a result, not an error.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({
      environment,
      checks: z.array(check).min(1).max(20).describe('statements that must all hold'),
    }),
    run: async ({ environment: name, checks }, { signal }) => {
      const verification = await control.environment(name).journal.verify(checks, { signal });
      return {
        passed: verification.passed,
        checks: verification.checks.map((one) => ({
          ...one,
          check: short(one.check),
          seen: short(one.seen),
        })),
      };
    },
  });
}
