import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { caProblems } from '../check/connection/destination.ts';
import { isLoopback } from '../check/target.ts';
import { readCriteria } from '../contract/criteria.ts';
import { readCertificate, type TlsCertificate } from '../http/tls.ts';
import { fillTemplates, readVariableTemplates } from '../matrix/run/command-variables.ts';
import { rankPseudonyms } from '../traffic/capture/make-scenario.ts';
import { captureTraffic, type TrafficCapture } from '../traffic/capture/traffic-capture.ts';
import { readUpstream, type Upstream } from '../traffic/proxy/forward/upstream.ts';
import { readInjections } from '../traffic/proxy/inject/read-injections.ts';
import type { ProxyOptions, RunningProxy } from '../traffic/proxy/start-proxy.ts';
import { Pseudonyms } from '../traffic/pseudonyms/pseudonyms.ts';
import { checkOutput } from '../traffic/save/output-file.ts';
import { openSavedTraffic } from '../traffic/save/saved-traffic.ts';
import { UserError } from '../user-error.ts';
import type { CommandContext } from './command-context.ts';
import { findProxy } from './find-proxy.ts';
import { readProfileFlags } from './profile-flags.ts';
import type { ProxyFlags } from './proxy-flags.ts';
import { readCriteriaFlags, readPem } from './read-check-flags.ts';
import { openReports } from './report-files.ts';

/** A proxy whose flags and files are read and valid. */
export type PreparedProxy = Awaited<ReturnType<typeof prepareProxy>>;

/** Reads everything that may be invalid before the first request is forwarded. Throws UserErrors. */
export async function prepareProxy(
  address: string,
  argv: readonly string[],
  flags: ProxyFlags,
  { env }: Pick<CommandContext, 'env'>,
) {
  const upstream = readUpstream(address, await readCa(flags.ca), findProxy(address, env));
  rejectLoop(upstream, flags);
  const templates = readVariableTemplates(flags.env ?? [], { names: ['baseUrl', 'origin'] });
  if (argv.length === 0 && flags.env !== undefined)
    throw new UserError({ where: '--env', what: 'has no effect without a COMMAND after --' });
  const profile = await readProfileFlags(flags);
  const criteria = readCriteria(readCriteriaFlags(flags));
  const tls = await readTls(flags);
  const control = readControl(flags, env.SIM_CONTROL_TOKEN);
  const files = await openReports(flags, env);
  const { host, port, timeout, maxBody: keepBytes } = flags;
  const key = randomBytes(32);
  const capture = await openCapture(flags, key);
  const faults = await readInjections(flags.inject ?? [], flags.iOwnTheseOrders === true);
  const filesMeanwhile = await openReports(flags, { ...env, GITHUB_STEP_SUMMARY: undefined });
  const saved = flags.save === undefined ? undefined : await openSavedTraffic(flags.save);
  const { keep = [] } = flags;
  return {
    proxy: {
      ...{ upstream, host, port, tls, keepBytes, criteria, faults },
      save: saved && { file: saved.file, descriptor: saved.descriptor, origin: upstream.origin, key, keep },
      timeoutMs: timeout,
      seed: flags.seed?.toString(),
      onProxied: capture?.onProxied,
    } satisfies Omit<ProxyOptions, 'onBroken'>,
    capture,
    saved,
    /** Undefined if the proxy runs until it is interrupted. */
    command: argv.length === 0 ? undefined : argv,
    variables: ({ baseUrl, origin }: RunningProxy): Readonly<Record<string, string>> => ({
      STORE_ORDERS_BASE_URL: baseUrl,
      // An alias of earlier versions, without /v1.
      STORE_ORDERS_URL: baseUrl.replace(/\/v1$/, ''),
      ...fillTemplates(templates, { baseUrl, origin }),
    }),
    failFast: flags.failFast === true,
    control,
    profile,
    files,
    /** The same files without the job summary, to which every report would be appended. */
    filesMeanwhile,
  };
}

async function openCapture(
  { save, saveScenario: file, keep, force }: ProxyFlags,
  key: Buffer,
): Promise<TrafficCapture | undefined> {
  if (keep !== undefined && save === undefined && file === undefined)
    throw new UserError({ where: '--keep', what: 'has no effect without --save or --save-scenario' });
  if (file !== undefined) {
    await checkOutput(file, force === true);
    // With the values of the other file, which cannot keep the order of ids.
    const ofSave = new Pseudonyms(key, keep);
    return captureTraffic(file, save === undefined ? rankPseudonyms(key, keep ?? []) : () => ofSave);
  }
  if (force === true)
    throw new UserError({ where: '--force', what: 'has no effect without --save-scenario' });
  return undefined;
}

async function readCa(file: string | undefined): Promise<string | undefined> {
  const ca = await readPem('--ca', file);
  const problems = ca === undefined ? [] : caProblems(ca);
  if (problems.length > 0) throw new UserError(problems.map((one) => ({ ...one, where: `--ca ${file}` })));
  return ca;
}

/** A proxy that forwards to itself would open connections until none is left. */
function rejectLoop(upstream: Upstream, { host, port }: ProxyFlags): void {
  if (upstream.port !== port) return;
  const here = Object.values(networkInterfaces()).flatMap((all) => all?.map((one) => one.address) ?? []);
  const isHere =
    upstream.host === host || isLoopback(new URL(upstream.origin).hostname) || here.includes(upstream.host);
  if (!isHere) return;
  throw new UserError({
    where: 'UPSTREAM',
    what: `${upstream.origin} is the address of the proxy itself`,
    hint: 'choose another --port (0 takes any)',
  });
}

async function readTls({ tlsCert, tlsKey }: ProxyFlags): Promise<TlsCertificate | undefined> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert !== undefined && tlsKey !== undefined) return readCertificate(tlsCert, tlsKey);
  const [where, other] = tlsCert === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
  throw new UserError({ where, what: `needs ${other}` });
}

function readControl(
  { controlHost: host, controlPort: port, controlToken }: ProxyFlags,
  fromEnv: string | undefined,
) {
  if (port === undefined) {
    if (controlToken === undefined) return undefined;
    throw new UserError({ where: '--control-token', what: 'has no effect without --control-port' });
  }
  const given = controlToken ?? (fromEnv || undefined);
  const token = given ?? randomBytes(24).toString('base64url');
  return { host, port, token, /** Whether nobody knows the token yet. */ isGenerated: given === undefined };
}
