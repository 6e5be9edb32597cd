import type { z } from 'zod';
import { checkData, type DataIssue } from '../../shared/data-issue.ts';
import { UserError } from '../../shared/user-error.ts';
import { readYaml } from '../../shared/yaml-file.ts';
import type { RequestContent } from './request-content.ts';

/** The name under which problems of a JSON body are told: `body.json:1:2 unknown key "scenaro"; …`. */
export const jsonBodyName = 'body.json';

/**
 * Reads the JSON body of a request by a schema; no body is read as `{}`. Throws a UserError with every problem, each
 * with its line and column.
 */
export async function readJsonBody<Schema extends z.ZodType>(
  content: RequestContent,
  schema: Schema,
  check?: (value: unknown) => readonly DataIssue[],
): Promise<z.output<Schema>> {
  const text = content.kind === 'none' ? '{}' : content.text;
  return readYaml({ name: jsonBodyName, text }, check === undefined ? { schema } : { schema, check });
}

/** Reads the query of a request by a schema of texts. Throws a UserError with every problem. */
export function readQuery<Schema extends z.ZodType>(
  query: URLSearchParams,
  schema: Schema,
): z.output<Schema> {
  const names = [...query.keys()];
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new UserError({
      where: 'query',
      what: `has "${twice}" more than once`,
      expected: 'each name once',
    });
  const { data, issues } = checkData(Object.fromEntries(query), schema);
  if (issues.length > 0)
    throw new UserError(issues.map(({ path: _, at: __, ...words }) => ({ where: 'query', ...words })));
  return data as z.output<Schema>;
}
