import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { routesOf } from '../helper-routes.ts';
import { openMappedPort } from './mapped-port.ts';
import { hasToolchain } from './project.ts';
import { projects } from './projects.ts';
import { openWorkshop, type Ran, type Workshop } from './workshop.ts';

const exercises = [
  ['pytest', 'exercise.py', '', [['python3', 'exercise.py']]],
  ['go', 'exercise_test.go', '', [['go', 'test', '-v', '-count=1', '-run', 'TestExercise', '.']]],
  [
    'junit5',
    'Exercise.java',
    'src/test/java/orders',
    [['./test.sh'], ['java', '-cp', 'target/classes', 'orders.Exercise']],
  ],
] as const;

/** What an exercise prints, in every language. */
const transcript = [
  'base address MAPPED/NAME/v1',
  'handle 48210013',
  'fault mine',
  'cancel cancelled',
  'order 9007199254740993 7 shipped',
  'cancel conflict',
  'waited 2',
  'journal 409 204',
  'body true',
  expect.stringMatching(
    /^failed order 48210013 is cancelled exactly 7 times: cancelled 1 time, by 1 request: #1 /,
  ),
  'too few true',
  'after reset pending',
  'handle 7',
  'shipped 7',
  'too few true',
  'held cancelled',
  'refused bad_request true',
  'deleted environment_not_found',
];
const printed =
  /^(?:base address|handle|fault|cancel|order|waited|journal|body|failed|too few|after reset|shipped|held|refused|deleted) .*$/gm;

const runnable = exercises.flatMap(([name, file, place, commands]) => {
  const project = projects.find((one) => one.name === name);
  return project !== undefined && hasToolchain(project) ? [{ name, project, file, place, commands }] : [];
});

describe.each(runnable)('the test helper of $name', ({ name, project, file, place, commands }) => {
  let workshop: Workshop | undefined;
  afterEach(() => workshop?.[Symbol.asyncDispose]());

  test('does what its methods say, behind a mapped port, and sends only what the document allows', async () => {
    workshop = await openWorkshop(project);
    await using mapped = await openMappedPort(workshop.simulator.baseUrl);
    const source = fileURLToPath(new URL(`../exercises/${file}`, import.meta.url));
    cpSync(source, join(workshop.folder, place, file));
    let ran: Ran = { code: 1, output: '' };
    for (const command of commands) ran = await workshop.run(command, { STORE_ORDERS_URL: mapped.origin });
    const lines = ran.output.replaceAll(mapped.origin, 'MAPPED').match(printed);
    expect(lines, ran.output).toEqual(transcript);
    expect(ran.code).toBe(0);
    expect(mapped.connections()).toBeGreaterThan(0);
    expect(workshop.control.problems).toEqual([]);
    expect([...workshop.control.operations].sort()).toEqual(routesOf(name));
  });
});
