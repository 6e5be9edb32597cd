import * as z from 'zod';
import { faultSchema } from '../../faults/fault-schema.ts';
import { controlErrors } from '../../http/control-response.ts';
import { checkSchema } from '../../journal-check-schema.ts';
import { checkKinds } from '../../journal-checks.ts';
import { operationNames } from '../../operation.ts';
import { apiKey, schemasOf } from '../../text/field-schemas.ts';
import { orderStatus } from '../scenarios/order-schema.ts';
import { profileFileSchema, profileName, scenarioSchema } from '../scenarios/scenario-schema.ts';

/** The schemas that have a name in `openapi/control.yaml` and in the types of the client. */
export const components = z.registry<{ id: string }>();

/** The name in the document of a schema that is described by another one, which is simpler. */
export const shownAs: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [scenarioSchema, 'InlineScenario'],
  [profileFileSchema.shape.gaps.unwrap(), 'GapSettings'],
  [faultSchema, 'Fault'],
  [checkSchema, 'Check'],
]);

/** A whole number in a response, which a double holds exactly. */
export const count = z.number().meta({ type: 'integer' });
/** A time in a response. RFC 3339. */
export const timestamp = z.string().meta({ format: 'date-time' });

export const errorBody = z
  .strictObject({
    code: z.enum(Object.keys(controlErrors) as [keyof typeof controlErrors]),
    message: z.string(),
    status: count,
  })
  .describe('The body of a refusal.')
  .register(components, { id: 'ErrorBody' });

export const probe = z
  .strictObject({ status: z.enum(['alive', 'ready']) })
  .register(components, { id: 'Probe' });

export const operationName = z
  .enum(operationNames)
  .describe('An operation of the service.')
  .register(components, { id: 'OperationName' });

export const gapChoices = z
  .record(z.string(), z.string())
  .describe('Choices by gap key. `docs/reference/gaps.md` lists the keys and their choices.')
  .register(components, { id: 'GapChoices' });

export const inlineScenario = z
  .unknown()
  .meta({ type: 'object' })
  .describe('A scenario. `scenarios/scenario.schema.json` is its schema.')
  .register(components, { id: 'InlineScenario' });

z.record(z.string(), z.string().nullable())
  .describe(
    'Choices by gap key. `docs/reference/gaps.md` lists the keys and their choices; `null` is the choice of that name.',
  )
  .register(components, { id: 'GapSettings' });

z.union(
  checkKinds.map(({ check, says, fields }) =>
    z.strictObject({ check: z.literal(check), ...schemasOf(fields) }).describe(says),
  ),
)
  .describe('A statement about what the client did.')
  .register(components, { id: 'Check' });

components.add(apiKey, { id: 'ApiKey' });
components.add(orderStatus, { id: 'OrderStatus' });
components.add(profileName, { id: 'ProfileName' });
