import * as z from 'zod';
import { operationNames } from '../src/operation.ts';
import { gapKeys } from '../src/simulator/environment/gaps/gaps.ts';

const amount = z.int().min(0);
const gapKey = z.enum(gapKeys);
const operation = z.enum(operationNames);

const cell = z
  .strictObject({
    text: z
      .string()
      .describe('As --only accepts it: a choice or a fault, joined by " + "; baseline for none.'),
    gaps: z.record(z.string(), z.string()).describe('Choices by gap.'),
    faults: z.array(
      z.strictObject({ operation, nth: z.int().min(1).describe('Counts from 1.'), kind: z.string() }),
    ),
  })
  .describe('What a run differs in from the baseline.');

const outcome = z
  .strictObject({
    kind: z.enum(['passed', 'failed', 'hung']),
    exit: z.string().optional().describe('How the command ended; only with kind failed.'),
    afterMs: z.number().optional().describe('The time-out; only with kind hung.'),
    tests: z.array(z.string()).optional().describe('Names of the failing tests, if results were read.'),
  })
  .describe('How the command ended.');

const exchange = z
  .strictObject({
    environment: z.string(),
    number: z.int(),
    operation: operation.nullable().describe('null for a path or a method without an operation.'),
    method: z.string(),
    target: z.string().describe('Without keys.'),
    orderId: z.string().nullable().describe('The order of a cancel: the text of an int64.'),
    status: z.int().describe('0 if no response was sent.'),
    end: z.string().describe('answered, or how the exchange ended otherwise.'),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string().describe('The first characters.'),
    bodyLength: amount.describe('In bytes.'),
    faults: z.array(z.string()).describe('The faults that fired.'),
  })
  .describe('One exchange of the client.');

const cause = z
  .strictObject({
    cell,
    reliesOn: z
      .array(
        z.strictObject({
          gap: gapKey,
          baseline: z.string().describe('The choice that the client relies on.'),
          breaksWith: z.string(),
          sentence: z.string().describe('What the client relies on.'),
          why: z.string().describe('Why nobody promised it.'),
          fix: z.string().describe('The address of the page that shows how to fix it.'),
        }),
      )
      .describe(
        'Empty for a cause of faults only. With several, the client breaks only if all of them change.',
      ),
    outcome,
    differences: z
      .array(z.strictObject({ passing: exchange.nullable(), failing: exchange.nullable() }))
      .describe('The first exchanges that differ between a passing and a failing run.'),
    runs: z.array(z.int()).describe('The runs that showed it.'),
    when: z
      .enum(['today', 'if-changed'])
      .nullable()
      .describe('Whether the observed profile has the choice; null without one.'),
    accepted: z.boolean().describe('Whether the user accepts it (--accept).'),
    counts: z.boolean().describe('Whether it counts for the exit code.'),
    reproduce: z.string().describe('A command for a POSIX shell.'),
  })
  .describe('A minimal cause of failing tests: without any part of it the command passes.');

/** The schema of the JSON report of a matrix, version 1. A test keeps `docs/reference/matrix.schema.json` equal to it. */
export const matrixJsonSchema = z
  .strictObject({
    schemaVersion: z
      .literal(1)
      .describe('Changes only if a reader of this version would misread the report.'),
    tool: z.strictObject({ name: z.literal('store-orders-sim'), version: z.string() }),
    command: z.array(z.string()),
    options: z.array(z.string()).describe('The options that a run of a single cell needs too.'),
    startedAt: z.string().describe('RFC 3339, UTC.'),
    durationMs: z.number(),
    jobs: amount,
    exitCode: z.int(),
    verdict: z.string().describe('The outcome as a clause whose subject is the command.'),
    only: cell
      .nullable()
      .describe('The only cell that was run besides the baseline; null for every cell of the plan.'),
    stopped: z.enum(['budget', 'interrupted']).nullable(),
    incomplete: z
      .array(z.string())
      .describe('Why the matrix says little or nothing. Empty if it ran to its end.'),
    baseline: z.strictObject({
      kind: z.enum(['passed', 'failed', 'flaky', 'no-requests']),
      ms: z.number().optional().describe('The time of one run; only with kind passed.'),
      outcomes: z.array(outcome).describe('Those that were not as expected.'),
    }),
    reliance: z
      .array(
        z.strictObject({
          gap: gapKey,
          choice: z.string().describe('The choice of the baseline.'),
          exchanges: amount,
          operations: z.array(operation),
          pinnedIn: z.array(z.string()).describe('Environments in which no cell could change it.'),
        }),
      )
      .describe('The gaps on which responses of the baseline relied.'),
    dependences: z.array(cause).describe('Causes with a choice, alone or after a fault.'),
    faultCauses: z.array(cause).describe('Causes of faults or actors alone.'),
    flaky: z.array(z.strictObject({ cell, outcomes: z.array(outcome) })),
    noEffect: z
      .array(cell)
      .describe('Cells whose runs say nothing: no exchange relied on a choice, or a fault did not fire.'),
    notes: z.array(
      z.strictObject({ kind: z.string(), sentence: z.string(), cell, exchanges: z.array(exchange) }),
    ),
    runs: z.array(
      z.strictObject({
        id: z.int(),
        purpose: z.enum(['baseline', 'choice', 'pairs', 'fault', 'confirm', 'shrink']),
        cell,
        outcome,
        ms: z.number(),
      }),
    ),
    leftOut: z.array(cell).describe('Planned and not run, most telling first.'),
    remarks: z.array(z.string()),
    holes: z
      .array(z.string())
      .describe(
        'Outcomes and classes of ids that the tests never met without any change, with what provokes them.',
      ),
  })
  .describe('The report of a matrix: a command that ran against every behaviour that the contract allows.');
