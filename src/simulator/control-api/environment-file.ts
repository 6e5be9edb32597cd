import { basename } from 'node:path';
import * as z from 'zod';
import type { DataIssue } from '../../text/data-issue.ts';
import { placesIn, readNamedText, readYaml, readYamlFile } from '../../text/yaml-file.ts';
import { UserError } from '../../user-error.ts';
import { findNameProblem } from '../environment/environments.ts';
import { type EnvironmentBody, environmentBody } from './environment-body.ts';
import { issuesInside } from './scenario-file.ts';

export type DescribedEnvironment = {
  readonly name: string;
  readonly where: string;
  readonly body: EnvironmentBody;
};

const mapping = z.record(z.string(), environmentBody);

/** Reads a file that maps names to environments. Throws one UserError with every problem, each with its line and column. */
export async function readEnvironmentMap(
  path: string,
  maxOrders: number,
): Promise<readonly DescribedEnvironment[]> {
  const text = await readNamedText(path);
  const check = (value: unknown): readonly DataIssue[] =>
    entriesOf(value).flatMap(([name, body]) => [
      ...nameIssue(name),
      ...issuesInside(body, maxOrders).map((issue) => ({ ...issue, path: [name, ...issue.path] })),
    ]);
  const bodies = Object.entries(await readYaml(text, { schema: mapping, check, secret: ['apiKeys'] }));
  const places = await placesIn(
    text,
    bodies.map(([name]) => [name]),
  );
  return bodies.map(([name, body], at) => ({ name, where: places[at] ?? path, body }));
}

/** Reads a file that describes one environment, which has the name of the file. Throws one UserError with every problem. */
export async function readEnvironmentFile(
  path: string,
  maxOrders: number,
): Promise<readonly DescribedEnvironment[]> {
  const name = basename(path).replace(/\.[a-z]+$/, '');
  const problem = findNameProblem(name);
  if (problem !== undefined) throw new UserError({ where: path, ...problem });
  const check = (value: unknown): readonly DataIssue[] => issuesInside(value, maxOrders);
  const body = await readYamlFile(path, { schema: environmentBody, check, secret: ['apiKeys'] });
  return [{ name, where: path, body }];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function nameIssue(name: string): readonly DataIssue[] {
  const problem = findNameProblem(name);
  return problem === undefined ? [] : [{ ...problem, path: [name], at: 'key' }];
}
