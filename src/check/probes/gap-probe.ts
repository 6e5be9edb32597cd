import { isUnavailable } from '../../contract/exchange.ts';
import { gapRows, observableGaps, observationOf } from '../../contract/gaps/gaps.ts';
import { reaches } from '../../contract/report.ts';
import { lookAgain } from './alone-probe.ts';
import type { Probe } from './probe.ts';

/** A target may choose differently for each request: two responses can show it. */
const rounds = 2;

/**
 * Sends what no rule needs, to show gaps. It runs last, because a request of it may be one that the target does not expect.
 */
export const gapProbe: Probe = {
  id: 'gaps',
  title: 'send requests that only show what the specification leaves open',
  level: 'observe',
  decides: [],
  async run(target) {
    const { settings, collector } = target;
    for (let round = 0; round < rounds; round += 1)
      for (const gap of observableGaps) {
        const { sent, read } = gapRows[gap];
        if (sent === undefined || read === undefined || !reaches(settings.level, sent.level)) continue;
        const attempt = await target.send(sent.request);
        if (attempt.kind !== 'responded' || isUnavailable(attempt.response.status)) continue;
        collector.observed(observationOf(gap, read(attempt.response), attempt.exchange.number));
      }
    await lookAgain(target);
  },
};
