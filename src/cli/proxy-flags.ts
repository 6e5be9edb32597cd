import { bytes, milliseconds } from '../check/check-rows.ts';
import { outcomeTable } from '../check/check-table.ts';
import { isLoopback } from '../check/target.ts';
import { fillTemplates, readVariableTemplates } from '../command/variables.ts';
import { readCriteria } from '../contract/criteria.ts';
import { pemProblems, readCertificate, readPem } from '../http/tls.ts';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { wholeNumber } from '../options/setting-readers.ts';
import type { RunningProxy } from '../traffic/proxy/start-proxy.ts';
import { readUpstream, type Upstream } from '../traffic/proxy/upstream.ts';
import { UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';
import { readProfileFlags } from './profile-flags.ts';
import { readCriteriaFlags } from './read-check-flags.ts';
import { openReports } from './report-files.ts';

const file = { argument: 'file' } as const;

export const proxyTable = {
  host: {
    argument: 'host',
    default: '127.0.0.1',
    description: 'host or address on which clients connect',
  },
  port: {
    argument: 'port',
    read: wholeNumber(0, 65_535),
    default: 4020,
    description: 'port on which clients connect; 0 takes any free port',
  },
  tlsCert: { ...file, description: 'certificate for clients, in PEM: they connect with https' },
  tlsKey: { ...file, description: 'private key of --tls-cert, in PEM' },
  ca: { ...file, description: 'CA certificates to trust for UPSTREAM instead of the default ones, in PEM' },
  timeout: {
    argument: 'duration',
    read: milliseconds,
    default: 30_000,
    shownDefault: '30s',
    description: 'maximum time without a byte of UPSTREAM',
  },
  maxBody: {
    argument: 'bytes',
    read: bytes,
    default: 16 * 1024 ** 2,
    shownDefault: '16M',
    description: 'maximum size of a body that is judged; longer ones are forwarded',
  },
  env: {
    argument: 'name=text',
    repeatable: true,
    description: 'variable for COMMAND: NAME={baseUrl} or NAME={origin}; repeatable',
  },
  failFast: { description: 'end at the first exchange that breaks the contract' },
  ...outcomeTable,
} as const satisfies Readonly<Record<string, OptionRow>>;

export type ProxyFlags = FlagsOf<typeof proxyTable>;

/** A proxy whose flags and files are read and valid. */
export type PreparedProxy = Awaited<ReturnType<typeof prepareProxy>>;

/** Reads everything that may be invalid before the first request is forwarded. Throws UserErrors. */
export async function prepareProxy(
  address: string,
  argv: readonly string[],
  flags: ProxyFlags,
  { env }: CommandContext,
) {
  const ca = await readPem(flags.ca);
  const problems = pemProblems('--ca', { ca });
  if (problems.length > 0) throw new UserError(problems);
  const upstream = readUpstream(address, ca);
  rejectLoop(upstream, flags);
  const templates = readVariableTemplates(flags.env ?? [], ['baseUrl', 'origin']);
  if (argv.length === 0 && flags.env !== undefined)
    throw new UserError({ where: '--env', what: 'has no effect without a COMMAND after --' });
  const profile = await readProfileFlags(flags);
  const criteria = readCriteria(readCriteriaFlags(flags));
  const tls = await readCertificate(flags);
  const writeReports = await openReports(flags, env);
  const { host, port, timeout, maxBody: keepBytes } = flags;
  return {
    proxy: { upstream, host, port, tls, keepBytes, criteria, timeoutMs: timeout },
    /** Undefined if the proxy runs until it is interrupted. */
    command: argv.length === 0 ? undefined : argv,
    variables: ({ baseUrl, origin }: RunningProxy): Readonly<Record<string, string>> => ({
      STORE_ORDERS_BASE_URL: baseUrl,
      ...fillTemplates(templates, { baseUrl, origin }),
    }),
    failFast: flags.failFast === true,
    profile,
    writeReports,
  };
}

/** A proxy that forwards to itself would open connections until none is left. */
function rejectLoop(upstream: Upstream, { host, port }: ProxyFlags): void {
  const isHere = upstream.host === host || isLoopback(new URL(upstream.origin).hostname);
  if (upstream.port !== port || !isHere) return;
  throw new UserError({
    where: 'UPSTREAM',
    what: `${upstream.origin} is the address of the proxy itself`,
    hint: 'choose another --port (0 takes any)',
  });
}
