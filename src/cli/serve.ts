import { hostname } from 'node:os';
import { Command, Option } from 'commander';
import type { TlsCertificate } from '../http/tls.ts';
import type { Variables } from '../options/process-variables.ts';
import { readSettings, type SettingFlags, type SettingsReading } from '../options/settings.ts';
import {
  isSettingKey,
  type SettingKey,
  type Settings,
  settingGroups,
  settingKeys,
  settingOf,
  variablesOf,
} from '../options/settings-table.ts';
import { defaultOf, settingsAsText, settingViews, usage } from '../options/show-settings.ts';
import type { StartOptions } from '../simulator/start-options.ts';
import type { Simulator } from '../simulator/start-simulator.ts';
import { formatProblem } from '../user-error.ts';
import { version } from '../version.ts';
import { announcement } from './announce.ts';
import { stopOnSignal } from './exit.ts';
import {
  createLogger,
  createPaint,
  createPrettyLine,
  jsonLine,
  type Logger,
  type LoggerOptions,
  type Paint,
} from './logger.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';

export type ServedSimulator = Pick<
  Simulator,
  'baseUrl' | 'stagingBaseUrl' | 'quickstartUrl' | 'controlUrl' | 'controlToken' | 'consoleUrl' | 'stop'
>;

/** Starts the simulator that the settings describe. Resolves once it listens. */
export type StartServing = (
  reading: SettingsReading,
  logger: Logger,
  requests: RequestLog,
) => Promise<ServedSimulator>;

type ServeFlags = SettingFlags & { readonly printSettings?: boolean };

/** The parts of the process that `serve` uses. */
export type ServeProcess = {
  /** The variables of the settings. @default those of this process */
  readonly variables?: Variables;
  readonly out: { readonly write: (text: string) => unknown };
  readonly log: LoggerOptions['to'];
  /** Whether the log is on a terminal. */
  readonly logsToTerminal: boolean;
  readonly paint: { readonly out: Paint; readonly log: Paint };
  readonly onStop: typeof stopOnSignal;
};

/** Returns the parts of this process, which the first signal stops. */
function serveProcess(): ServeProcess {
  return {
    out: process.stdout,
    log: process.stderr,
    logsToTerminal: process.stderr.isTTY === true,
    paint: { out: createPaint(process.stdout), log: createPaint(process.stderr) },
    onStop: stopOnSignal,
  };
}

/** The command `serve`: reads the settings, starts a simulator and runs until a signal arrives. */
export function serveCommand(
  start: StartServing = startServing,
  context: ServeProcess = serveProcess(),
): Command {
  const command = new Command('serve')
    .option('--print-settings', 'print every setting with its value and source, then exit')
    .action(async ({ printSettings, ...flags }: ServeFlags) => {
      const reading = readSettings({ flags, variables: context.variables });
      if (printSettings === true) context.out.write(`${settingsAsText(reading)}\n`);
      else await serve(reading, start, context);
    });
  for (const [heading, rows] of Object.entries(settingGroups))
    for (const key of Object.keys(rows).filter(isSettingKey))
      command.addOption(settingOption(key).helpGroup(heading));
  return command;
}

/** The flag of a setting. It has no default, because the settings must know whether the flag was given. */
function settingOption(key: SettingKey): Option {
  const setting = settingOf(key);
  const defaultText = defaultOf(setting, (text) => `default ${text}`);
  const description = `${setting.description} (${variablesOf(key).join(', ')}; ${defaultText})`;
  const option = new Option(usage(key), description);
  if (setting.joinedBy !== undefined)
    option.argParser((text: string, before: readonly string[] = []) => [...before, text]);
  return option;
}

/** Starts a simulator and serves until a signal arrives. */
async function serve(
  reading: SettingsReading,
  start: StartServing,
  { out, log, logsToTerminal, paint, onStop }: ServeProcess,
): Promise<void> {
  const { settings } = reading;
  const { apiKey, stagingApiKey, controlToken = '', logLevel } = settings;
  const { shutdownTimeout: timeoutMs, drainDelay: drainDelayMs } = settings;
  const format = settings.logFormat ?? (logsToTerminal ? 'pretty' : 'json');
  const logger = createLogger({
    level: logLevel,
    format: format === 'json' ? jsonLine : createPrettyLine(paint.log),
    secrets: [...apiKey, ...stagingApiKey, controlToken],
    to: log,
  });
  const requests = createRequestLog(logger, settings.logRequests);
  const started = start(reading, logger, requests);
  // Before the start has ended: the first process of a container ignores a signal without a handler.
  onStop(async (signal) => {
    logger.info({ signal, timeoutMs, ...(drainDelayMs > 0 && { drainDelayMs }) }, 'stopping');
    await (await started).stop({ timeoutMs, drainDelayMs });
    requests.flush();
    logger.info('stopped');
  });
  const simulator = await started;
  // On a terminal, the announcement is beside the log.
  if (format === 'json') logReady(simulator, settings, logger);
  out.write(announcement(simulator, reading, paint.out));
}

async function startServing(
  reading: SettingsReading,
  logger: Logger,
  requests: RequestLog,
): Promise<ServedSimulator> {
  const { startSimulatorFor } = await import('../simulator/start-simulator.ts');
  const { settings } = reading;
  const { scenarioInline, scenario } = settings;
  const startKeys = settingKeys.filter((key) => settingOf(key).ofServe !== true);
  const options = {
    ...Object.fromEntries(startKeys.map((key) => [key, settings[key]])),
    scenario: scenarioInline === undefined ? scenario : undefined,
    gaps: settings.gap,
    certificate: await certificateOf(settings),
    onWatch: ({ scenario, ...event }) => {
      if (event.kind === 'loaded')
        logger.info({ scenario, environments: event.environments }, 'scenario loaded');
      else logger.error({ scenario, problems: event.problems.map(formatProblem) }, 'scenario not loaded');
    },
    onError: (error, request) => logger.error({ ...request, err: error }, 'request failed'),
    onRequest: requests.onRequest,
  } satisfies StartOptions;
  return startSimulatorFor(options, { settings: () => settingViews(reading) });
}

async function certificateOf(settings: Settings): Promise<TlsCertificate | undefined> {
  const { tls, tlsCert, tlsKey, tlsCaFile, host, controlHosts = [] } = settings;
  if (tls === 'off' && (tlsCert ?? tlsKey) === undefined) return undefined;
  const { readCertificate } = await import('../http/tls.ts');
  const given = await readCertificate(settings);
  if (given !== undefined) return given;
  const { makeCertificate } = await import('../http/generate-certificate.ts');
  const names = controlHosts.filter((name) => name !== '*');
  return makeCertificate([host, hostname(), ...names], tlsCaFile);
}

function logReady(simulator: ServedSimulator, settings: Settings, logger: Logger): void {
  const { baseUrl, stagingBaseUrl, quickstartUrl, controlUrl } = simulator;
  const { profile, scenarioInline } = settings;
  const scenario = scenarioInline === undefined ? settings.scenario : 'inline';
  logger.info({ version, baseUrl, stagingBaseUrl, quickstartUrl, controlUrl, scenario, profile }, 'ready');
}
