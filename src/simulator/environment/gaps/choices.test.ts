import { expect, test } from 'vitest';
import { ChoiceSource } from './choices.ts';
import { gaps } from './gaps.ts';

const wire = gaps.filter(({ scope }) => scope === 'wire').map(({ key }) => key);
const state = gaps.filter(({ scope }) => scope === 'state').map(({ key }) => key);
const vary = (seed: string, given = {}) => new ChoiceSource({ profile: 'vary', gaps: given, seed });

test('least-promise selects every default, typical its own choices if it has any', () => {
  for (const profile of ['least-promise', 'typical'] as const) {
    const choices = new ChoiceSource({ profile, gaps: {}, seed: '1' }).forRequest(1);
    for (const gap of gaps)
      expect(choices[gap.key]).toBe(profile === 'typical' ? (gap.typical ?? gap.default) : gap.default);
  }
});

test.each(['least-promise', 'typical', 'vary'] as const)(
  'with %s, a given choice overrides the profile',
  (profile) => {
    const source = new ChoiceSource({
      profile,
      gaps: { etag: 'on', 'cancel-again': 'no-content' },
      seed: '1',
    });
    for (let number = 1; number <= 20; number++)
      expect(source.forRequest(number)).toMatchObject({ etag: 'on', 'cancel-again': 'no-content' });
  },
);

test('vary draws each choice about the wire for each request, and each about the service once', () => {
  const source = vary('1');
  const requests = Array.from({ length: 200 }, (_, at) => source.forRequest(at + 1));
  for (const gap of gaps) {
    const seen = new Set<string>(requests.map((choices) => choices[gap.key]));
    const allowed = gap.drawn ?? Object.keys(gap.choices).filter((name) => !/[N…]/.test(name));
    if (wire.includes(gap.key)) expect(seen).toEqual(new Set(allowed));
    else expect([seen.size, allowed]).toEqual([1, expect.arrayContaining([...seen])]);
  }
});

test('gaps are drawn independently', () => {
  const draws = (key: (typeof wire)[number]) => {
    const source = vary('1');
    return Array.from({ length: 200 }, (_, at) => source.forRequest(at)[key]);
  };
  const shapes = wire.map((key) => {
    const drawn = draws(key);
    return drawn.map((choice) => drawn.indexOf(choice)).join(' ');
  });
  expect(new Set(shapes).size).toBe(wire.length);
  const services = state.map((key) =>
    Array.from(
      { length: 60 },
      (_, seed) => vary(`${seed}`).forRequest(1)[key] === vary('0').forRequest(1)[key],
    ).join(),
  );
  expect(new Set(services).size).toBe(state.length);
});

test('the same seed draws the same choices in every version', () => {
  // A gap that is added changes no other choice.
  expect(vary('1').forRequest(1)).toMatchObject({
    'cancelled-in-list': 'keep',
    'cancel-again': 'not-found',
    'conflict-body': 'text',
    'malformed-order-id': 'bad-request',
    'list-order': 'by-id',
    'list-lag': 'immediate',
    'optional-fields': 'sparse',
    'ship-date-form': 'utc-seconds',
    'extra-fields': 'none',
    'error-codes': 'opaque',
    'unknown-path': 'unauthorized-first',
    'wrong-method': 'not-found',
    'head-list': 'method-not-allowed',
    options: 'allow',
    cors: 'off',
    'list-query': 'ignore',
    accept: 'not-acceptable',
    'content-type': 'bare',
    etag: 'on',
    'list-compression': 'off',
    'www-authenticate': 'bearer',
    'bearer-case': 'exact',
    'pet-lookup': 'not-simulated',
    'pet-deprecation': 'none',
    'message-accepted': 'created',
    'message-bad-request-body': 'empty',
  });
});

test('a change of profile and choices applies from the next request on, and keeps the seed', () => {
  const source = new ChoiceSource({ profile: 'least-promise', gaps: { etag: 'on' }, seed: '7' });
  source.change('vary', { cors: 'on' });
  expect(source.settings).toEqual({
    profile: 'vary',
    profileChosen: true,
    gaps: { cors: 'on' },
    seed: '7',
  });
  expect(source.forRequest(5)).toEqual(vary('7', { cors: 'on' }).forRequest(5));
});
