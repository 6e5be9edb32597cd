import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenTargetsAreReported } from '../../fuzz/mutated-answers.ts';
import { harsAreJudgedOrRefused } from '../../fuzz/mutated-hars.ts';

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const [hars, targets] = [3_000, 200];
const fail = () => Promise.reject(new TypeError('planted'));

test(`${hars} mutated recordings are judged or rejected (seed ${seed}; repeat with FUZZ_SEED=${seed})`, async () => {
  await fc.assert(harsAreJudgedOrRefused(), { numRuns: hars, seed });
});

test(`${targets} targets with broken responses are checked to the end (seed ${seed}; repeat with FUZZ_SEED=${seed})`, async () => {
  await fc.assert(brokenTargetsAreReported(), { numRuns: targets, seed });
});

test('detects a checker that fails on its input', async () => {
  expect((await fc.check(harsAreJudgedOrRefused(fail), { numRuns: 1 })).failed).toBe(true);
  expect((await fc.check(brokenTargetsAreReported(fail), { numRuns: 1 })).failed).toBe(true);
});
