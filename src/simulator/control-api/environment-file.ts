import * as z from 'zod';
import type { DataIssue } from '../../text/data-issue.ts';
import { readYamlFile } from '../../text/yaml-file.ts';
import { findNameProblem } from '../environment/environments.ts';
import { type EnvironmentBody, environmentBody } from './environment-body.ts';
import { issuesInside } from './scenario-file.ts';

export type DescribedEnvironment = {
  readonly name: string;
  /** The file. */
  readonly where: string;
  readonly body: EnvironmentBody;
};

const mapping = z.record(z.string(), environmentBody);

/** Reads a file that maps names to environments. Throws one UserError with every problem, each with its line and column. */
export async function readEnvironmentFile(
  path: string,
  maxOrders: number,
): Promise<readonly DescribedEnvironment[]> {
  const check = (value: unknown): readonly DataIssue[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, body]) => {
          const problem = findNameProblem(name);
          const inside = issuesInside(body, maxOrders);
          return [
            ...(problem === undefined ? [] : [{ ...problem, path: [name], at: 'key' as const }]),
            ...inside.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
          ];
        });
  const bodies = await readYamlFile(path, { schema: mapping, check, secret: ['apiKeys'] });
  return Object.entries(bodies).map(([name, body]) => ({ name, where: path, body }));
}
