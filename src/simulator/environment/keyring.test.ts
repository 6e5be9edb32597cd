import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiKeys } from './api-keys.ts';
import { createKeyring } from './keyring.ts';

const key = fc.stringMatching(/^[a-z0-9]{8,20}$/);

test('a keyring hides every key of every environment after any changes, with few searches', () => {
  const steps = fc.array(fc.tuple(fc.nat(9), key, fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (changes) => {
      const environments = Array.from({ length: 10 }, () => new ApiKeys([]));
      const secrets = createKeyring(() => environments, ['a-control-token']);
      for (const [at, text, isNew] of changes) {
        if (isNew) environments[at] = new ApiKeys([text]);
        else environments[at]?.add(text);
        const texts = environments.flatMap((one) => one.texts);
        expect(secrets().hide([...texts, 'a-control-token'].join(' '))).toMatch(/^(?:\[redacted\] ?)+$/);
        expect(secrets().patterns().length).toBeLessThan(3 + Math.log2(1 + changes.length));
      }
    }),
  );
});

test('a keyring stays small when environments with other keys come and go', () => {
  const keys = (at: number) => new ApiKeys([`key-number-${at}`]);
  let environments = [keys(0)];
  const secrets = createKeyring(() => environments);
  for (let at = 1; at <= 1_000; at++) {
    environments = [keys(at)];
    secrets();
  }
  const known = Array.from({ length: 1_000 }, (_, at) => `key-number-${at}`);
  expect(known.filter((text) => secrets().has(text)).length).toBeLessThan(110);
  expect(secrets().has('key-number-1000')).toBe(true);
});
