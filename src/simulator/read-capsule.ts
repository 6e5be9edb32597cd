import { z } from 'zod';
import { faultsSchema } from '../faults/fault-schema.ts';
import { readTextFile } from '../text/text-file.ts';
import { readYaml } from '../text/yaml-file.ts';
import { UserError } from '../user-error.ts';
import { capsuleFormat, count, maxCapsuleBytes, missing, steps } from './capsule/capsule.ts';
import { environmentBody } from './control-api/environment-body.ts';
import { issuesInside } from './control-api/scenario-file.ts';

const capsule = z.strictObject({
  capsule: z.unknown(),
  /** The version of store-orders-sim that wrote it. */
  version: z.string(),
  /** The name of the environment. */
  name: z.string(),
  /** The number of API keys at the start. */
  keys: count,
  cell: z.strictObject({ faults: faultsSchema }),
  environment: environmentBody,
  steps,
  missing,
});

/** A capsule that was read. */
export type Capsule = z.output<typeof capsule>;

const anyFormat = z.looseObject({ capsule: z.unknown().optional(), version: z.unknown().optional() });

/** Reads a capsule. Throws a UserError: one line for another format, else every problem with its line and column. */
export async function readCapsule(file: string, maxOrders: number): Promise<Capsule> {
  const text = { name: file, text: await readTextFile(file, maxCapsuleBytes), form: 'json' } as const;
  const { capsule: format, version } = await readYaml(text, { schema: anyFormat });
  if (format !== BigInt(capsuleFormat)) throw new UserError({ where: file, ...otherFormat(format, version) });
  const check = (value: unknown) => issuesInside(Reflect.get(Object(value), 'environment'), maxOrders);
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
