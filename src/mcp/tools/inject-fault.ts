import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import type { Fault, FaultKind } from '../../control-api.ts';
import { faultKinds } from '../../faults/fault.ts';
import { flatFaultFields } from '../../faults/fault-schema.ts';
import { environment, toolField } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

const kinds = Object.keys(faultKinds) as [FaultKind, ...FaultKind[]];
const summaries = Object.values(faultKinds).map(({ kind, summary }) => `${kind}: ${summary}`);
/** A tool chooses neither the name of a fault nor a key. */
const { id: _, key: __, ...fields } = flatFaultFields();

const input = z.strictObject({
  environment,
  kind: z.enum(kinds).describe('what happens; the other fields say to which requests, and how often'),
  ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, toolField(schema)])),
  replace: z.boolean().default(false).describe('remove the other faults of the environment'),
});

export function injectFaultTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'inject_fault',
    title: 'Inject a fault',
    description: `Adds a deliberate disturbance to one environment of the simulator, to see how the code under test copes
with it. Select requests by operation or orderId; limit it with times, every, probability or duration. reset removes
faults. Kinds: ${summaries.join(' ')}`,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    input,
    run: async ({ environment: name, replace, ...settings }, { signal }) => {
      const { faults } = control.environment(name);
      const fault = settings as unknown as Fault;
      const added = replace
        ? (await faults.replace([fault], { signal }))[0]
        : await faults.add(fault, { signal });
      if (added === undefined) throw new Error('no fault was added');
      const { id, kind, endsAt } = added;
      const count = (await faults.list({ signal })).length;
      return { fault: id, kind, faults: count, endsAt };
    },
  });
}
