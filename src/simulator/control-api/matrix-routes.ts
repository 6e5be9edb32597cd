import { z } from 'zod';
import { smallInteger } from '../../text/field-schemas.ts';
import { type ControlRoute, route } from './control-route.ts';

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
    handle: ({ context, body: { restart, command = ['COMMAND'], ...request } }) =>
      context.matrix.plan({ ...request, command }, restart),
  }),
  route('GET /matrix/next', { handle: ({ context }) => context.matrix.next() }),
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
    handle: ({ context, body: { run, outcome, tests = [], junit = [] } }) =>
      context.matrix.end(run, { outcome, tests, junit }),
  }),
  route('GET /matrix/report', {
    handle: ({ context, headers: { accept = '' } }) => {
      const keys = context.environments.all().flatMap(({ settings }) => settings.apiKeys);
      return context.matrix.report(/\btext\/markdown\b/.test(accept), [context.token, ...keys]);
    },
  }),
];
