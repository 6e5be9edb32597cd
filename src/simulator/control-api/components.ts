import * as z from 'zod';
import { controlErrors } from '../../http/control-response.ts';
import { operationNames } from '../../operation.ts';
import { formatDateTime } from '../../text/date-time.ts';

/** A whole number in a response, which a double holds exactly. */
export const count = z.number().meta({ type: 'integer', minimum: 0 });
/** A time in a response. RFC 3339. */
export const timestamp = z.string().meta({ format: 'date-time' });
export const text = (description: string) => z.string().describe(description);

/** Returns milliseconds since 1970 as a `timestamp`. */
export function formatTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatDateTime(ms);
}

export const errorBody = z
  .strictObject({
    code: z.enum(Object.keys(controlErrors) as [keyof typeof controlErrors]),
    message: z.string(),
    status: count,
  })
  .meta({ id: 'ErrorBody', description: 'The body of a refusal.' });

export const operationName = z.enum(operationNames).meta({ id: 'OperationName' });

export const gapChoices = z
  .record(z.string(), z.string())
  .meta({ id: 'GapChoices', description: 'Choices by gap key, as in `docs/reference/gaps.md`.' });

export const inlineScenario = z.unknown().meta({
  id: 'InlineScenario',
  type: 'object',
  description: 'A scenario. `scenarios/scenario.schema.json` is its schema.',
});

export const gapSettings = z.record(z.string(), z.string().nullable()).meta({
  id: 'GapSettings',
  description: 'Choices by gap key, as in `docs/reference/gaps.md`. `null` is the choice of that name.',
});
