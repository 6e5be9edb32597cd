import { expect } from 'vitest';
import { surveyList, surveyStrictly } from '../../src/contract/judge/list-survey.ts';

/** Compares the survey of a list with that of the strict reader. */
export function expectSameSurvey(body: Buffer): void {
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const { sample, ids, ...fast } = surveyList(body);
  const { sample: strictSample, ids: strictIds, ...strict } = surveyStrictly(body);
  expect(fast, String(body)).toEqual(strict);
  expect(plain(sample)).toEqual(plain(strictSample));
  expect(ids.equals(strictIds)).toBe(true);
}
