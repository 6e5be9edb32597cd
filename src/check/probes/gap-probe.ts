import { gapRequests } from '../../contract/gaps/gaps.ts';
import type { Level } from '../../contract/report.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import { lookAgain } from './alone-probe.ts';
import type { Probe } from './probe.ts';

/** A target may choose differently for each request: two responses can show it. */
const rounds = 2;

/**
 * Creates the probe that sends what no rule needs, to show gaps. It runs last, because a request of it may be one that the
 * target does not expect.
 */
export function createGapProbe(reaches: (needed: Level) => boolean): Probe {
  const sent = gapRequests.filter(({ level }) => reaches(level));
  return {
    id: 'gaps',
    title: 'send requests that only show what the specification leaves open',
    level: 'observe',
    decides: [],
    async run(target) {
      for (let round = 0; round < rounds; round += 1)
        for (const { request, observe } of sent) {
          const attempt = await target.send(request);
          if (attempt.kind !== 'responded' || isUnavailable(attempt.response.status)) continue;
          for (const seen of observe(attempt.response, attempt.exchange.number))
            target.collector.observed(seen);
        }
      await lookAgain(target);
    },
  };
}
