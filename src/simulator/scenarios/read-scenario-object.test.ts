import { expect, test } from 'vitest';
import { UserError } from '../../user-error.ts';
import { readScenario } from './read-scenario.ts';
import { readScenarioObject } from './read-scenario-object.ts';
import { resolveScenario } from './resolve-scenario.ts';

async function linesOf(object: object): Promise<readonly string[]> {
  const error = await readScenarioObject(object, { name: 'scenario' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).message.split('\n');
}

test('an object gives the same state as the file with the same content', async () => {
  const id = 9007199254740993n;
  const object = {
    orders: [
      { id, shipDate: '2026-01-20T10:00:00Z' },
      { id: 1002, complete: undefined },
    ],
    generate: [{ count: 2, complete: 0.5 }],
    handles: { shipped: id, missing: 9999 },
    faults: [{ kind: 'latency', delay: 20, probability: 0.3 }],
  };
  const text = `
orders: [{ id: 9007199254740993, shipDate: 2026-01-20T10:00:00Z }, { id: 1002 }]
generate: [{ count: 2, complete: 0.5 }]
handles: { shipped: 9007199254740993, missing: 9999 }
faults: [{ kind: latency, delay: 20, probability: 0.3 }]
`;
  const fromObject = await readScenarioObject(object, { name: 'scenario' });
  const fromFile = await readScenario({ name: 'x.yaml', text }, { scenario: 'inline', source: 'inline' });
  expect(fromObject.source).toBe('object');
  expect(await resolveScenario(fromObject, { seed: 3 })).toEqual({
    ...(await resolveScenario(fromFile, { seed: 3 })),
    writtenIds: [9007199254740993n, 1002n],
  });
});

test('every problem names its place in the object', async () => {
  const object = { orders: [{ id: '1' }, { id: 2, status: 'shiped' }, { id: 3 }, { id: 3 }], handels: {} };
  expect(await linesOf(object)).toEqual([
    'scenario: orders[0].id is "1"; expected an integer',
    'scenario: orders[1].status is "shiped"; expected pending, shipped, cancelled; did you mean "shipped"?',
    'scenario: unknown key "handels"; did you mean "handles"?',
    'scenario: id 3 is already the id of orders[2]; expected each id once',
  ]);
});

test('a number that has lost digits of an id is refused', async () => {
  const id = Number('9007199254740993');
  expect(await linesOf({ orders: [{ id }], handles: { big: id } })).toEqual([
    'scenario: orders[0].id is 9007199254740992, which a number does not hold exactly; expected a bigint, such as 9007199254740993n',
    'scenario: handles.big is 9007199254740992, which a number does not hold exactly; expected a bigint, such as 9007199254740993n',
  ]);
});

test('an object that contains itself is refused, one that is used twice is not', async () => {
  const pet = { name: 'Bello' };
  const { content } = await readScenarioObject({ pets: { 7: pet, 8: pet } }, { name: 'scenario' });
  expect(content.pets).toEqual({ 7: pet, 8: pet });
  const circular: Record<string, unknown> = {};
  circular.pets = { 7: circular };
  expect(await linesOf(circular)).toEqual(['scenario: pets["7"] contains itself; expected plain data']);
});
