import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import { environment, showEnvironment } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

export function resetTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'reset',
    title: 'Reset an environment',
    description: `Puts an environment of the simulator back into the state of its scenario: orders, clock, faults and
journal. Use it between two attempts. Its base URL stays the same.`,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({ environment }),
    run: async ({ environment: name }, { signal }) =>
      showEnvironment(await control.environment(name).reset({ signal })),
  });
}
