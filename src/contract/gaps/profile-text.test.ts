import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellReport } from '../../../test/check/reports/sample-reports.ts';
import { anyText } from '../../../test/support/hostile-text.ts';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { observedProfileFileSchema } from '../../simulator/scenarios/scenario-schema.ts';
import { readYaml } from '../../text/yaml-file.ts';
import { observableGaps } from './gaps.ts';
import { observedGaps } from './observed-profile.ts';
import { profileText } from './profile-text.ts';

const choices = gaps.flatMap((gap) => Object.keys(gap.choices));
const observed = fc.oneof(
  anyText,
  fc.constantFrom(...choices, 'HTTP/1.1 500', 'application/json; charset=latin1'),
  fc.tuple(fc.constantFrom(401, 404, 409), anyText).map(([status, code]) => `${status}: ${code}`),
);
const observation = fc.record({
  gap: fc.constantFrom(...observableGaps),
  observed,
  allowed: fc.boolean(),
  exchange: fc.constantFrom(undefined, 1, 2),
  requests: fc.integer({ min: 1, max: 999 }),
});

test('what a check observed can always be read again, whatever the target shows', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, fc.array(observation, { maxLength: 12 }), async (target, seen) => {
      const report = { ...wellReport, target, gaps: seen };
      const named = { name: 'profile.yaml', text: profileText(report) };
      const read = await readYaml(named, { schema: observedProfileFileSchema });
      const known = observedGaps(report).flatMap((one) =>
        one.seen.kind === 'choice' ? [[one.gap, one.seen.choice]] : [],
      );
      expect(read.gaps).toEqual(Object.fromEntries(known));
      expect(read.observed?.target).toBe(target);
    }),
  );
});
