import { z } from 'zod';
import { faultsSchema } from '../faults/fault-schema.ts';
import { dateTime, smallInteger } from '../text/field-schemas.ts';
import { readTextFile } from '../text/text-file.ts';
import { readYaml } from '../text/yaml-file.ts';
import { UserError } from '../user-error.ts';
import { type CapsuleStep, capsuleFormat, type Missing, maxCapsuleBytes } from './capsule/capsule.ts';
import { type EnvironmentBody, environmentBody } from './control-api/environment-body.ts';
import { issuesInside } from './control-api/scenario-file.ts';

/** A capsule that was read. */
export type Capsule = {
  /** The version of store-orders-sim that wrote it. */
  readonly version: string;
  /** The name of the environment. */
  readonly name: string;
  /** The number of API keys at the start. */
  readonly keys: number;
  readonly cell: { readonly faults: z.output<typeof faultsSchema> };
  readonly environment: EnvironmentBody;
  readonly steps: readonly CapsuleStep[];
  readonly missing: Missing;
};

const count = smallInteger(0, Number.MAX_SAFE_INTEGER);
const headers = z.array(z.tuple([z.string(), z.string()]));
const body = z.strictObject({
  length: count,
  truncated: z.boolean(),
  text: z.string().optional(),
  base64: z.string().optional(),
});
const ends = ['answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed', 'open'] as const;
const change = z.strictObject({ method: z.string(), target: z.string(), body: z.string() });
const request = z.strictObject({
  at: dateTime,
  number: count,
  request: z.strictObject({
    method: z.string(),
    target: z.string(),
    headers,
    headersLeftOut: count.optional(),
    body: body.optional(),
  }),
  response: z.strictObject({
    end: z.enum(ends),
    status: count.optional(),
    headers,
    body: body.optional(),
    faults: z.array(z.strictObject({ id: z.string(), did: z.string() })),
  }),
  leftAfter: count.optional(),
  unsure: z.string().optional(),
});
const capsule = z.strictObject({
  capsule: z.unknown(),
  version: z.string(),
  name: z.string(),
  keys: count,
  cell: z.strictObject({ faults: faultsSchema }),
  environment: environmentBody,
  steps: z.array(z.union([z.strictObject({ at: dateTime, change }), request])),
  missing: z.strictObject({ requests: count, changes: count, later: count }),
});
const anyFormat = z.looseObject({ capsule: z.unknown().optional(), version: z.unknown().optional() });

/** Reads a capsule. Throws a UserError: one line for another format, else every problem with its line and column. */
export async function readCapsule(file: string, maxOrders: number): Promise<Capsule> {
  const text = { name: file, text: await readTextFile(file, maxCapsuleBytes), form: 'json' } as const;
  const { capsule: format, version } = await readYaml(text, { schema: anyFormat });
  if (format !== BigInt(capsuleFormat)) throw new UserError({ where: file, ...otherFormat(format, version) });
  const limits = { maxOrders, maxListed: maxOrders };
  const check = (value: unknown) => issuesInside(Reflect.get(Object(value), 'environment'), limits);
  return readYaml(text, { schema: capsule, check });
}

function otherFormat(format: unknown, version: unknown) {
  if (typeof format !== 'bigint')
    return {
      what: 'is not a capsule',
      expected: 'what GET /environments/{environment}/capsule responds with',
    };
  return {
    what: `is a capsule of format ${format}`,
    expected: `format ${capsuleFormat}`,
    hint: `use store-orders-sim ${String(version)}, which wrote it`,
  };
}
