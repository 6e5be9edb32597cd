import { runCheck } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import { readCheckOptions } from '../../../src/check/check-settings.ts';
import type { Clock } from '../../../src/clock.ts';
import { authorization } from '../../../src/contract/api-key.ts';
import type { ExchangeOutcome, PlannedRequest } from '../../../src/contract/exchange.ts';
import { openContract } from '../../../src/contract/open-contract.ts';
import type { Level, Report } from '../../../src/contract/report.ts';
import { createSecrets } from '../../../src/secrets/secrets.ts';
import { exchangeWith } from '../../contract/responses/ask.ts';
import { bytesOf, createTinyService, serverKey, type TinyService, type Twist } from './honest-server.ts';

const contract = await openContract(createSecrets([serverKey]).hide);

/** More options of a check without sockets. */
export type WithinOptions = Partial<CheckOptions> & {
  /** The ids drawn for absent orders, in turn; other ids follow. */
  readonly drawn?: readonly bigint[] | undefined;
  /** The time of the check. By default it stands still. */
  readonly clock?: Clock | undefined;
};

const still: Clock = { now: () => 0, sleep: async () => {} };

/** Checks a changed tiny service without sockets. */
export function checkWithin(twist: Twist, level: Level, options: WithinOptions = {}): Promise<Report> {
  return checkService(createTinyService(twist), level, options, twist.basePath);
}

/** Checks a service of a test without sockets. */
export async function checkService(
  service: Pick<TinyService, 'respond'>,
  level: Level,
  options: WithinOptions = {},
  basePath = '/v1',
): Promise<Report> {
  const url = `http://127.0.0.1:4010${basePath}`;
  const { drawn = [], clock = still, ...given } = options;
  let [sent, draws] = [0, 0];
  return runCheck({
    settings: readCheckOptions({
      ...{ url, apiKey: serverKey, level },
      // Only level cancel accepts named orders.
      ...(level === 'cancel' && { pendingIds: [101n], shippedIds: [201n] }),
      ...given,
    }),
    send: async (request, barrier) => {
      const [number, startedAt] = [++sent, clock.now()];
      await barrier?.arrive();
      return { number, request, startedAt, outcome: await outcomeOf(service, basePath, request) };
    },
    contract,
    clock,
    drawId: (from) => drawn[draws++] ?? from + BigInt(draws) * 7_919n,
  });
}

async function outcomeOf(
  service: Pick<TinyService, 'respond'>,
  basePath: string,
  { method, path, query, key }: PlannedRequest,
): Promise<ExchangeOutcome> {
  const target = `${basePath}${path}${query === '' ? '' : `?${query}`}`;
  const wire = service.respond({ method, target, authorization: authorization(key, serverKey)?.trim() });
  if (wire.silent === true) return { kind: 'failed', reason: 'reset', message: 'No response was received.' };
  return (await exchangeWith(bytesOf(wire))).outcome;
}
