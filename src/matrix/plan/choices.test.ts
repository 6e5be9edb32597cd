import { expect, test } from 'vitest';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { readGapChoice } from '../../simulator/environment/gaps/read-choice.ts';
import { alternativesOf } from './choices.ts';

test.each(gaps)(
  '$key has a choice of its own run beside its default, and none that breaks the contract',
  (gap) => {
    for (const baseline of [gap.default, gap.typical ?? gap.default]) {
      const all = alternativesOf(gap.key, baseline);
      expect(all.some(({ alone }) => alone)).toBe(true);
      for (const { choice } of all) {
        expect(readGapChoice(gap.key, choice).kind).toBe('choice');
        expect(choice).not.toBe(baseline);
        expect(Object.keys(gap.breaks ?? {})).not.toContain(choice);
      }
    }
  },
);
