import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import { environment, showEnvironment, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

export function openEnvironmentTool(control: ControlClient): McpTool {
  return defineTool({
    name: 'open_environment',
    title: 'Open an environment',
    description: `Opens a fresh, isolated environment of the Store Orders Service in the state of a scenario, and returns
its base URL, a test API key and the order ids that the scenario names. Point the code under test at baseUrl with
apiKey. It does not touch other environments; one of the same name is replaced. It is removed after ttl.`,
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({
      scenario: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe(
          'name such as "mixed", "pending" or "shipped"; an unknown name is refused with the nearest one, or with all; default: the one the simulator was started with',
        ),
      name: z.string().max(63).optional().describe('lower-case letters, digits and hyphens; default: random'),
      seed: whole(0, Number.MAX_SAFE_INTEGER).optional().describe('of everything random'),
      profile: z
        .enum(['least-promise', 'typical', 'vary'])
        .optional()
        .describe('how to behave where the specification is silent'),
      gaps: z
        .record(z.string().max(100), z.string().max(100))
        .optional()
        .describe('choices by gap key, such as {"cancelled-in-list": "remove"}'),
      ttl: z.string().max(20).default('1h').describe('lifetime, such as 30m, at most 7d'),
    }),
    run: async (args, { signal }) => {
      const request = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
      const open = await control.createEnvironment(request, { signal });
      return { ...showEnvironment(await open.show({ signal })), apiKey: open.apiKey };
    },
  });
}

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
