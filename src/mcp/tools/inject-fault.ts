import { z } from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import type { Fault, FaultKind, OperationName } from '../../control-api.ts';
import { faultKinds } from '../../faults/fault.ts';
import { operationNames } from '../../operation.ts';
import { environment, int64, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

const kinds = Object.keys(faultKinds) as [FaultKind, ...FaultKind[]];
const summaries = Object.values(faultKinds).map(({ kind, summary }) => `${kind}: ${summary}`);
const operations: readonly OperationName[] = operationNames;
const maxCount = 1_000_000;
const text = z.string().max(50).optional();

const input = z.strictObject({
  environment,
  kind: z.enum(kinds),
  operation: z.enum(operations).optional().describe('only requests of this operation'),
  orderId: int64('only requests for this order').optional(),
  times: whole(1, maxCount).optional().describe('fires at most this often; default: always'),
  every: whole(1, maxCount).optional().describe('fires at every nth matching request'),
  probability: z.number().min(0).max(1).optional(),
  duration: text.describe('ends after this time on the clock of the environment, such as 30s'),
  when: z
    .enum(['before-commit', 'after-commit'])
    .optional()
    .describe(
      'before or after a cancel takes effect: after-commit loses the response of a cancel that happened',
    ),
  delay: text.describe('for latency: such as 500ms'),
  status: whole(400, 599).optional().describe('for status'),
  body: z.enum(['error', 'html', 'empty']).optional().describe('for status'),
  retryAfter: whole(0, maxCount).optional().describe('for status: seconds'),
  bytesPerSecond: whole(1, maxCount).optional().describe('for bandwidth'),
  bytes: whole(0, maxCount).optional().describe('for drip, truncate and garbage'),
  interval: text.describe('for drip: time between chunks'),
  in: z.enum(['answer', 'body']).optional().describe('for garbage: what is replaced'),
  requests: whole(1, maxCount).optional().describe('for rate-limit: requests that pass'),
  per: text.describe('for rate-limit: window, such as 1m'),
  replace: z.boolean().default(false).describe('remove the other faults of the environment'),
});

/** Creates the tool that adds a fault. */
export function injectFaultTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'inject_fault',
    title: 'Inject a fault',
    description: `Adds a deliberate disturbance to one environment of the simulator, to see how the code under test copes
with it. Select requests by operation or orderId; limit it with times, every, probability or duration. reset removes
faults. Kinds: ${summaries.join(' ')}`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    output: z.object({
      fault: z.string().describe('its id'),
      kind: z.string(),
      faults: z.number().describe('number of faults of the environment'),
      endsAt: z.string().optional(),
    }),
    run: async ({ environment: name, replace, ...fields }, { signal }) => {
      const { faults } = control.environment(name);
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      const fault = Object.fromEntries(given) as Fault;
      const added = replace
        ? (await faults.replace([fault], { signal }))[0]
        : await faults.add(fault, { signal });
      if (added === undefined) throw new Error('no fault was added');
      const { id, kind, endsAt } = added;
      const count = (await faults.list({ signal })).length;
      return { fault: id, kind, faults: count, ...(endsAt !== undefined && { endsAt }) };
    },
  });
}
