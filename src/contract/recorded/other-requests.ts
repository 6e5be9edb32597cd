import type { ReceivedResponse } from '../exchange.ts';
import { isServed, type ObservableGap } from '../gaps/gap-choices.ts';
import { gapRequests } from '../gaps/gap-requests.ts';
import type { GapObservation } from '../report.ts';
import { isUnavailable } from '../unavailable.ts';

/** A request that is no operation of the contract, with its response. */
export type OtherRequest = {
  readonly method: string;
  /** Below the base address: `/pets/1`. */
  readonly path: string;
  /** Whether it had a key; undefined if the recording leaves keys out. */
  readonly hasKey: boolean | undefined;
  /** Whether a browser asked with it for permission: CORS decides the response. */
  readonly isPreflight: boolean;
  readonly response: ReceivedResponse;
  /** Whether all headers of the response are known. */
  readonly headersComplete: boolean;
};

/** Returns what such a request shows: the choices that its response decides, and nothing else of it. */
export function observeOther(request: OtherRequest): readonly GapObservation[] {
  const { status } = request.response;
  if (isUnavailable(status)) return [];
  return choicesIn(request)
    .filter(([gap, observed]) => isServed(gap, observed))
    .map(([gap, observed]) => ({ gap, observed, allowed: true, exchange: undefined }));
}

type Choices = readonly (readonly [ObservableGap, string])[];

function choicesIn({ method, path, hasKey, isPreflight, response, headersComplete }: OtherRequest): Choices {
  const { status } = response;
  if (path === '/store/orders') {
    if (method === 'HEAD') return read('head-list', response);
    if (method === 'OPTIONS') return isPreflight ? [] : read('options', response);
    return read('wrong-method', response);
  }
  // A 404 for an order may be about the order.
  if (/^\/store\/orders\/[^/]+$/.test(path))
    return ['HEAD', 'OPTIONS'].includes(method) || status !== 405 ? [] : read('wrong-method', response);
  if (method !== 'GET' || path.startsWith('/store/orders')) return [];
  if (!path.startsWith('/pets/'))
    // A path that asks for a key may have an operation.
    return hasKey === false && status === 404 ? [['unknown-path', 'not-found']] : [];
  if (!/^\/pets\/[0-9]{1,18}$/.test(path) || hasKey === false || status === 401) return [];
  const deprecation = read('pet-deprecation', response).filter(
    ([, seen]) => headersComplete || seen !== 'none',
  );
  return [...read('pet-lookup', response), ...deprecation];
}

/** Reads a choice as a check does. */
function read(gap: ObservableGap, response: ReceivedResponse): Choices {
  return gapRequests.flatMap(({ shows }) => {
    const observed = shows[gap]?.(response);
    return observed === undefined ? [] : [[gap, observed] as const];
  });
}
