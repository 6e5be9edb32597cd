import type { Clock } from '../../../clock.ts';
import { headerValues } from '../../../contract/exchange.ts';
import type { RequestHead, ResponseHead } from '../../../contract/http1/head.ts';
import type { Fault } from '../../../faults/fault.ts';
import { Faults } from '../../../faults/faults.ts';
import type { FaultSubject, FiredFault } from '../../../faults/live-fault.ts';
import { operationOf, type PathName, paths } from '../../../operation.ts';
import { readOrderId } from '../../../order-id.ts';
import type { Disturb, Disturbance, Replacement, WholeResponse } from '../forward/disturbance.ts';
import { disturbedResponse, replacementOf } from './replacements.ts';

export type InjectorOptions = {
  /** From `readInjections`. */
  readonly faults: readonly Fault[];
  /** The path of the base address of the service: `/v1`. */
  readonly basePath: string;
  /** Draws delays, probabilities and garbage. */
  readonly seed: string;
  readonly clock: Clock;
};

/** Creates what applies faults to the exchanges of a proxy. */
export function createInjector({ faults: initial, basePath, seed, clock }: InjectorOptions): Disturb {
  const faults = new Faults({
    seed,
    now: () => clock.now(),
    copyList: () => [],
    initial,
  });
  return (request) => disturb(request, faults, basePath, clock);
}

function disturb(request: RequestHead, faults: Faults, basePath: string, clock: Clock): Disturbance {
  const { method } = request;
  const subject = subjectOf(request, basePath);
  const did: string[] = [];
  const fire = (moment: Parameters<Faults['fire']>[0]): readonly FiredFault[] => {
    const fired = faults.fire(moment, subject);
    did.push(...fired.map((one) => `${one.id}: ${one.did}`));
    return fired;
  };
  return {
    did,
    async before(gone) {
      const fired = fire('before-commit');
      for (const { effect } of fired) if (effect.kind === 'wait') await clock.sleep(effect.ms, gone);
      return firstReplacement(fired, method);
    },
    after(head) {
      const isCancelled = subject.operation === 'cancelOrder' && head.status >= 200 && head.status < 300;
      const late = isCancelled ? fire('after-commit') : [];
      const instead = firstReplacement(late, method);
      const body = instead === undefined && hasBody(head, method) ? fire('response') : [];
      if (late.length === 0 && body.length === 0) return undefined;
      const waits = late.flatMap(({ effect }) => (effect.kind === 'wait' ? [effect.ms] : []));
      const wait = (gone: AbortSignal) => (ms: number) => clock.sleep(ms, gone);
      const effects = body.map(({ effect }) => effect);
      return (response: WholeResponse, gone: AbortSignal) =>
        afterWaits(waits, wait(gone), instead ?? disturbedResponse(response, effects, wait(gone)));
    },
  };
}

function firstReplacement(fired: readonly FiredFault[], method: string): Replacement | undefined {
  for (const { effect } of fired) {
    const replacement = replacementOf(effect, method);
    if (replacement !== undefined) return replacement;
  }
  return undefined;
}

function hasBody({ status, rawHeaders }: ResponseHead, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return false;
  return !headerValues(rawHeaders, 'content-length').includes('0');
}

function afterWaits(
  waits: readonly number[],
  wait: (ms: number) => Promise<void>,
  { pieces, finally: end }: Replacement,
): Replacement {
  async function* delayed(): AsyncGenerator<Buffer> {
    for (const ms of waits) await wait(ms);
    yield* pieces;
  }
  return { pieces: delayed(), finally: end };
}

const forms = Object.entries(paths).map(([name, { template }]) => {
  const form = new RegExp(`^${template.replace(/\{.*\}/, '[^/]+')}$`);
  return { name: name as PathName, form };
});

/** Returns what a fault needs to know of a request to a service with a base path. */
function subjectOf({ method, target }: RequestHead, basePath: string): FaultSubject {
  const path = target.replace(/\?.*$/s, '');
  const below = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
  const name = forms.find(({ form }) => form.test(below))?.name;
  const reading = name === 'order' ? readOrderId(below.slice(below.lastIndexOf('/') + 1)) : undefined;
  return {
    operation: operationOf(name, method),
    orderId: reading?.kind === 'order-id' ? reading.id : undefined,
    keyId: () => undefined,
  };
}
