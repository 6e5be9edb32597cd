import { z } from 'zod';
import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, created, noContent, ok, refusal } from '../../http/control-response.ts';
import { smallInteger } from '../../text/field-schemas.ts';
import { type ControlRoute, route } from './control-route.ts';
import type { OutOfOrder } from './matrix-control.ts';

/** The routes of a matrix whose runs the client executes. */
export const matrixRoutes: readonly ControlRoute[] = [
  route('POST /matrix/plan', {
    body: z.strictObject({
      faults: z.boolean().default(true).describe('Whether to run with faults too.'),
      only: z
        .string()
        .min(1)
        .optional()
        .describe('Run only the baseline and this cell, such as `cancelled-in-list=remove`.'),
      command: z
        .array(z.string())
        .min(1)
        .max(1_000)
        .optional()
        .describe('The words of the command that runs your tests, for the report.'),
      restart: z.boolean().default(false).describe('Replace a matrix that has not ended.'),
    }),
    handle: async ({ context, body: { faults, only, command = ['COMMAND'], restart } }) => {
      const progress = await context.matrix.plan({ faults, only, command }, restart);
      return 'kind' in progress ? refuse(progress) : created(progress);
    },
  }),
  route('GET /matrix/next', {
    handle: async ({ context }) => {
      const next = await context.matrix.next();
      if (next.kind === 'out-of-order') return refuse(next);
      if (next.kind === 'done') return noContent;
      const { run, cell, settings } = next;
      return ok({ run: run.id, cell, gaps: settings.gaps, faults: settings.faults.map(({ id = '' }) => id) });
    },
  }),
  route('POST /matrix/result', {
    body: z.strictObject({
      run: smallInteger(1, 1_000_000).describe('The number of the run, from `GET /matrix/next`.'),
      outcome: z.enum(['passed', 'failed', 'hung']).describe('`hung` if your tests did not end in time.'),
      tests: z.array(z.string().max(500)).max(1_000).optional().describe('The names of the failing tests.'),
      junit: z
        .array(z.string())
        .max(1_000)
        .optional()
        .describe('The texts of JUnit XML files that the tests wrote, which name the failing tests too.'),
    }),
    handle: ({ context, body: { run, outcome, tests = [], junit = [] } }) => {
      const progress = context.matrix.end(run, { outcome, tests, junit });
      return 'kind' in progress ? refuse(progress) : ok(progress);
    },
  }),
  route('GET /matrix/report', {
    handle: ({ context, headers }) => {
      const wantsMarkdown = /\btext\/markdown\b/.test(headers.accept ?? '');
      const keys = context.environments.all().flatMap(({ settings }) => settings.apiKeys);
      const report = context.matrix.report(wantsMarkdown ? 'markdown' : 'json', [context.token, ...keys]);
      if ('kind' in report) return refuse(report);
      return { status: 200, text: report.text, type: wantsMarkdown ? 'text/markdown' : 'application/json' };
    },
  }),
];

function refuse({ message }: OutOfOrder): ControlResponse<ErrorBody> {
  return refusal('matrix_out_of_order', message);
}
