import { readCriteria } from '../contract/criteria.ts';
import { UserError } from '../user-error.ts';
import { optionProblems } from './check-option-problems.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import type { ClientCertificate } from './connection/destination.ts';
import { readTarget } from './target.ts';

type Defaulted = { readonly [Name in keyof typeof checkDefaults]: NonNullable<CheckOptions[Name]> };

export type CheckSettings = ReturnType<typeof readCheckOptions>;

/** Validates the options and adds the defaults. Throws one `UserError` with all problems. */
export function readCheckOptions(options: CheckOptions) {
  const target = readTarget(options.url);
  // For a proxy, a loopback address is another machine.
  const onThisMachine = target.loopback && options.proxy === undefined;
  const allowed = onThisMachine || options.ownsOrders === true;
  const problems = optionProblems(options, allowed);
  if (problems.length > 0) throw new UserError(problems);
  const defaulted = withDefaults(options, onThisMachine);
  return {
    ...readCriteria(options),
    ...defaulted,
    target,
    apiKey: options.apiKey,
    /** Why no named order may be cancelled; undefined if they may. */
    cancelBlocked: allowed ? undefined : 'cancelling orders of another host needs --i-own-these-orders',
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
}: CheckOptions): ClientCertificate | undefined {
  return cert === undefined || key === undefined ? undefined : { cert, key };
}
