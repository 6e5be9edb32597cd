import { refusedKeys } from '../contract/api-key.ts';
import { readCriteria } from '../contract/criteria.ts';
import { reaches } from '../contract/report.ts';
import { UserError } from '../user-error.ts';
import { optionProblems } from './check-option-problems.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import type { ClientCertificate } from './connection/destination.ts';
import { readControlAddress } from './control-handles.ts';
import { readTarget, type Target } from './target.ts';

type Defaulted = { readonly [Name in keyof typeof checkDefaults]: NonNullable<CheckOptions[Name]> };

export type WantedHandles = NonNullable<ReturnType<typeof wantedHandles>>;

/** Valid options with defaults. */
export type CheckSettings = ReturnType<typeof readCheckOptions>;

/**
 * Validates the options and adds the defaults. Level `cancel` must name orders, unless the check posts messages. Throws one
 * `UserError` with all problems.
 */
export function readCheckOptions(options: CheckOptions, tries: 'orders' | 'messages' = 'orders') {
  const target = readTarget(options.url);
  // For a proxy, a loopback address is another machine.
  const onThisMachine = target.loopback && options.proxy === undefined;
  const allowed = onThisMachine || options.ownsOrders === true;
  const problems = optionProblems(options, { target, allowed, tries });
  if (problems.length > 0) throw new UserError(problems);
  const defaulted = withDefaults(options, onThisMachine);
  return {
    ...readCriteria(options),
    ...defaulted,
    target,
    apiKey: options.apiKey,
    refusedKeys,
    /** Why no named order may be cancelled; undefined if they may. */
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs `ownsOrders`',
    /** Undefined if no handle names an order. */
    wanted: wantedHandles(options, target),
    ca: options.ca,
    clientCertificate: clientCertificateOf(options),
    proxy: options.proxy,
  };
}

function withDefaults(options: CheckOptions, onThisMachine: boolean): Defaulted {
  const defaults: Defaulted = onThisMachine
    ? { ...checkDefaults, requestsPerSecond: Number.POSITIVE_INFINITY }
    : checkDefaults;
  const given = Object.keys(checkDefaults).map((name) => [name, options[name as keyof Defaulted]]);
  return { ...defaults, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function clientCertificateOf({
  clientCert: cert,
  clientKey: key,
  clientKeyPassphrase: passphrase,
}: CheckOptions): ClientCertificate | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key, passphrase };
}

function wantedHandles(
  { level, pendingIds, shippedIds, controlUrl, controlToken }: CheckOptions,
  { basePath }: Target,
) {
  const [pending, shipped] = [pendingIds === undefined, shippedIds === undefined];
  if (controlUrl === undefined || !reaches(level ?? 'observe', 'cancel') || !(pending || shipped))
    return undefined;
  return { address: readControlAddress(controlUrl, controlToken, basePath), pending, shipped };
}
