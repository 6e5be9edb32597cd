import { validKey } from '../../contract/api-key.ts';
import { headerValues, type PlannedRequest } from '../../contract/exchange.ts';
import { gapRequests, observationOf, type PlannedGapRequest } from '../../contract/gaps/gaps.ts';
import type { Level } from '../../contract/report.ts';
import { listOrders } from '../../contract/requests.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { lookAgain } from './alone-probe.ts';
import type { Probe } from './probe.ts';
import type { ProbeTarget } from './target.ts';

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
        for (const one of sent) observe(target, one, await target.send(one.request));
      await revalidate(target);
      await lookAgain(target);
    },
  };
}

function observe({ collector }: ProbeTarget, { observe: read }: Shows, attempt: Attempt): void {
  if (attempt.kind !== 'responded' || isUnavailable(attempt.response.status)) return;
  for (const seen of read(attempt.response, attempt.exchange.number)) collector.observed(seen);
}

type Shows = Pick<PlannedGapRequest, 'observe'>;

function revalidation(etag: string): PlannedRequest {
  return { ...listOrders(validKey), operationId: undefined, headers: [['If-None-Match', etag]] };
}

/** The choice `on` of the gap `etag` is an ETag with a 304. With another ETag, the list has changed meanwhile. */
async function revalidate(target: ProbeTarget): Promise<void> {
  const attempt = await target.send({ ...listOrders(validKey), operationId: undefined });
  if (attempt.kind !== 'responded') return;
  const [etag] = headerValues(attempt.response.rawHeaders, 'etag');
  if (etag === undefined) return;
  const read: Shows['observe'] = ({ status, rawHeaders }, exchange) => {
    const [now] = headerValues(rawHeaders, 'etag');
    if (status === 200 && now !== etag) return [];
    const observed = status === 304 ? 'on' : 'an ETag, and no 304 to If-None-Match';
    return [observationOf('etag', observed, exchange)];
  };
  observe(target, { observe: read }, await target.send(revalidation(etag)));
}
