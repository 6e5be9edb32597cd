import { type Problem, UserError } from '../../shared/user-error.ts';

/** A schema of the document with its place in words. */
export type PlacedSchema = { readonly where: string; readonly schema: object; readonly bundle: unknown };

/**
 * Compiles every schema with the settings of Prism that decide whether it can be compiled. Prism lets every body pass,
 * silently, when a schema cannot be compiled; here that is a `UserError`, with every such schema in it.
 */
export async function refuseBrokenSchemas(schemas: readonly PlacedSchema[]): Promise<void> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { default: formats } = await import('ajv-formats');
  const ajv = new Ajv2020({ strict: false, logger: false });
  formats.default(ajv);
  const problems: Problem[] = [];
  for (const { where, schema, bundle } of schemas) {
    try {
      ajv.compile({ ...schema, __bundled__: bundle });
    } catch (error) {
      const what = `is a schema that cannot be compiled: ${(error as Error).message}`;
      problems.push({ where, what, expected: 'JSON Schema 2020-12' });
    }
  }
  if (problems.length > 0) throw new UserError(problems);
}
