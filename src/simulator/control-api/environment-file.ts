import { basename } from 'node:path';
import { readYamlFile } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import { findNameProblem } from '../environment/environments.ts';
import { type EnvironmentBody, environmentBody } from './environment-body.ts';
import { issuesInside } from './scenario-file.ts';

/** Reads a file that describes one environment, which has the name of the file. Throws one UserError with every problem. */
export async function readEnvironmentFile(
  path: string,
  maxOrders: number,
): Promise<{ readonly name: string; readonly body: EnvironmentBody }> {
  const name = basename(path).replace(/\.[a-z]+$/, '');
  const problem = findNameProblem(name);
  if (problem !== undefined) throw new UserError({ where: path, ...problem });
  const check = (value: unknown) => issuesInside(value, maxOrders);
  return { name, body: await readYamlFile(path, { schema: environmentBody, check, secret: ['apiKeys'] }) };
}
