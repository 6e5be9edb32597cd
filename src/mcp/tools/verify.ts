import { z } from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import type { Check, OperationName } from '../../control-api.ts';
import { operationNames } from '../../operation.ts';
import { environment, int64, short, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

const maxCount = 1_000_000;
const operations: readonly OperationName[] = operationNames;
const orderId = int64('id of an order, as a string');

const check = z.discriminatedUnion('check', [
  z
    .strictObject({
      check: z.literal('cancelled'),
      orderId,
      times: whole(0, maxCount).optional(),
      atMost: whole(0, maxCount).optional(),
    })
    .describe('the order was cancelled exactly times times, or at most atMost times'),
  z
    .strictObject({ check: z.literal('nothing-else-changed'), except: z.array(orderId).max(50).optional() })
    .describe('no order was cancelled but those in except and in the other checks'),
  z.strictObject({ check: z.literal('no-request-without-key') }).describe('every request carried an API key'),
  z
    .strictObject({
      check: z.literal('retried'),
      atMost: whole(0, maxCount),
      orderId: orderId.optional(),
    })
    .describe('no order had more than 1 + atMost cancel requests'),
  z
    .strictObject({
      check: z.literal('never-requested'),
      operation: z.enum(operations).optional(),
      orderId: orderId.optional(),
    })
    .describe('no request matched'),
  z.strictObject({ check: z.literal('no-notes') }).describe('no request shows a probable mistake'),
]);

/** Creates the tool that verifies what the code under test did. */
export function verifyTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'verify',
    title: 'Verify what the client did',
    description: `Verifies statements about what the code under test sent to an environment, such as "order 1001 was
cancelled exactly once, and nothing else changed". A check that fails is a result, not an error.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: z.strictObject({ environment, checks: z.array(check).min(1).max(20) }),
    output: z.object({
      passed: z.boolean(),
      checks: z.array(
        z.object({
          check: z.string(),
          passed: z.boolean(),
          seen: z.string().describe('what the journal shows'),
        }),
      ),
    }),
    run: async ({ environment: name, checks }, { signal }) => {
      // The API requires one of `times` and `atMost`, and says so.
      const verification = await control.environment(name).journal.verify(checks as Check[], { signal });
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
