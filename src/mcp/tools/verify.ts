import * as z from 'zod';
import type { ControlClient } from '../../client/control-client.ts';
import { createCheckSchema } from '../../journal-check-schema.ts';
import { environment, int64, short, whole } from '../fields.ts';
import { defineTool, type McpTool } from '../tool.ts';

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
