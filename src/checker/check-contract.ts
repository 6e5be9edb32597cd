import { type CheckOptions, type CheckSettings, readCheckOptions } from './check-options.ts';
import { type CheckClock, systemClock } from './clock.ts';
import { openContract } from './judge/contract.ts';
import { surveyList, surveyOnce } from './judge/list-survey.ts';
import { listOrders } from './probes/requests.ts';
import type { Report } from './report.ts';
import { redactReport } from './reports/redact/redact-report.ts';
import { runCheck } from './run-check.ts';
import { type DrawId, drawRandomId } from './safety/draw-id.ts';
import type { Exchange, Send } from './wire/exchange.ts';
import { createHideKey } from './wire/hide-key.ts';
import { createSender } from './wire/sender.ts';

/** What a check may be told beside its options. */
export type CheckContext = {
  /** Ends the check at once; the report says what was found so far. */
  readonly signal?: AbortSignal | undefined;
  /** Told each exchange when it has been judged, and how many findings the judge has about it. */
  readonly onExchange?: ((exchange: Exchange, findings: number) => void) | undefined;
  /** Told when the target does not answer yet and `waitSeconds` allows more time. */
  readonly onWait?: ((leftMs: number, why: string) => unknown) | undefined;
  readonly clock?: CheckClock | undefined;
  readonly drawId?: DrawId | undefined;
};

const waitStepMs = 500;

/**
 * Checks whether a target keeps the contract, at most as far as `level` allows, and reports. What the target does wrong
 * is in the report; a mistake in the options throws a UserError. The report holds no key.
 */
export async function checkContract(options: CheckOptions & CheckContext): Promise<Report> {
  const settings = readCheckOptions(options);
  const { signal, onExchange, clock = systemClock, drawId = drawRandomId } = options;
  const send = senderFor(settings, clock, signal);
  const survey = surveyOnce(surveyList);
  const hide = createHideKey(settings.apiKey);
  const { judge } = await openContract(options.document, { hide, survey });
  await waitForTarget(settings, clock, options);
  const report = await runCheck({
    settings,
    send,
    judge,
    survey,
    clock,
    drawId,
    signal,
    onExchange,
  });
  return redactReport(report, [settings.apiKey]);
}

function senderFor(settings: CheckSettings, clock: CheckClock, signal: AbortSignal | undefined): Send {
  const { target, apiKey, headers, timeoutMs, maxBodyBytes, ca } = settings;
  const { now } = clock;
  return createSender({ baseUrl: target.baseUrl, apiKey, headers, timeoutMs, maxBodyBytes, ca, signal, now });
}

/** Asks for the list until any answer comes or the time is over. What comes is not judged. */
async function waitForTarget(
  settings: CheckSettings,
  clock: CheckClock,
  { signal, onWait }: CheckContext,
): Promise<void> {
  const until = clock.now() + settings.waitSeconds * 1000;
  const send = senderFor(settings, clock, signal);
  while (clock.now() < until && signal?.aborted !== true) {
    const { outcome } = await send(listOrders());
    if (outcome.kind === 'answered' || outcome.reason === 'tls') return;
    onWait?.(until - clock.now(), outcome.message);
    await clock.sleep(waitStepMs, signal);
  }
}
