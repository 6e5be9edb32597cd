import { runCheck } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import { readCheckOptions } from '../../../src/check/check-settings.ts';
import type { Send } from '../../../src/check/connection/sender.ts';
import type { DrawId } from '../../../src/check/probes/target.ts';
import type { Clock } from '../../../src/clock.ts';
import { authorization } from '../../../src/contract/api-key.ts';
import type { ExchangeOutcome, PlannedRequest } from '../../../src/contract/exchange.ts';
import { openContract } from '../../../src/contract/open-contract.ts';
import type { Level, Report } from '../../../src/contract/report.ts';
import { createSecrets } from '../../../src/secrets/secrets.ts';
import { bytesOf, createTinyService, serverKey, type TinyService, type Twist } from './honest-server.ts';
import { readResponse } from './read-response.ts';

const usual = { pendingIds: [101n], shippedIds: [201n] };
const contract = await openContract(createSecrets([serverKey]).hide);

/** More options of a check without sockets. */
export type WithinOptions = Partial<CheckOptions> & {
  /** The ids drawn for absent orders, in turn; other ids follow. */
  readonly drawn?: readonly bigint[] | undefined;
  /** The time of the check. By default it stands still. */
  readonly clock?: Clock | undefined;
};

const still: Clock = { now: () => 0, sleep: async () => {} };

/** Checks a changed tiny service like `checkTwisted`, but without sockets and deterministically. */
export async function checkWithin(twist: Twist, level: Level, options: WithinOptions = {}): Promise<Report> {
  const basePath = twist.basePath ?? '/v1';
  const url = `http://127.0.0.1:4010${basePath}`;
  const { drawn = [], clock = still, ...given } = options;
  return runCheck({
    settings: readCheckOptions({ url, apiKey: serverKey, level, ...namedAt(level), ...given }),
    send: sendTo(createTinyService(twist), basePath, clock),
    contract,
    clock,
    drawId: drawInTurn(drawn),
  });
}

/** Only level `cancel` accepts named orders. */
function namedAt(level: Level): Partial<CheckOptions> {
  return level === 'cancel' ? usual : {};
}

function sendTo(service: TinyService, basePath: string, clock: Clock): Send {
  let number = 0;
  return async (request, barrier) => {
    number += 1;
    const startedAt = clock.now();
    await barrier?.arrive();
    return { number, request, startedAt, outcome: await outcomeOf(service, basePath, request) };
  };
}

async function outcomeOf(
  service: TinyService,
  basePath: string,
  { method, path, query, key }: PlannedRequest,
): Promise<ExchangeOutcome> {
  const target = `${basePath}${path}${query === '' ? '' : `?${query}`}`;
  const wire = service.respond({ method, target, authorization: authorization(key, serverKey)?.trim() });
  if (wire.silent === true) return { kind: 'failed', reason: 'reset', message: 'No response was received.' };
  return readResponse(bytesOf(wire));
}

function drawInTurn(drawn: readonly bigint[]): DrawId {
  let count = 0;
  return (from) => {
    count += 1;
    return drawn[count - 1] ?? from + BigInt(count) * 7_919n;
  };
}
