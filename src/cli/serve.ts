import { Command } from 'commander';
import { readSettings, type SettingsReading } from '../settings/settings.ts';
import type { Settings } from '../settings/settings-table.ts';
import { settingsAsText } from '../settings/show-settings.ts';
import { version } from '../shared/version.ts';
import { createLogger, type Logger } from './logger.ts';
import { addSettingOptions, settingFlags } from './setting-options.ts';
import { endOnSignal } from './signals.ts';

/** A simulator as `serve` needs it: where it listens, and how it stops. */
export type ServedSimulator = {
  /** Base address of production, ending in `/v1`. */
  readonly baseUrl: string;
  readonly stagingBaseUrl: string;
  readonly quickstartUrl: string;
  readonly controlUrl: string | undefined;
  /** The token of the control API when the settings gave none, so that it has to be told. */
  readonly generatedControlToken?: string;
  /** Lets requests in flight finish, for `timeoutMs` at most. */
  stop(options: { readonly timeoutMs: number }): Promise<void>;
};

/** Starts a simulator from settings; resolves once its sockets listen. */
export type StartServing = (settings: Settings, logger: Logger) => Promise<ServedSimulator>;

/** The command `serve`: reads the settings, starts a simulator and lives until a signal. */
export function serveCommand(start: StartServing): Command {
  const command = new Command('serve')
    .description(
      'Serve the Store Orders Service. A setting is a flag, a variable, or a key in a config file.',
    )
    .option('--config <FILE>', 'YAML file of settings, with the keys controlPort, apiKey, … (SIM_CONFIG)')
    .option('--print-settings', 'print every setting with its value and source, and serve nothing')
    .action(async (options: { config?: string; printSettings?: boolean }) => {
      const reading = await readSettings({ flags: settingFlags(options), configFile: options.config });
      if (options.printSettings === true) process.stdout.write(`${settingsAsText(reading)}\n`);
      else await serve(reading, start);
    });
  return addSettingOptions(command);
}

async function serve({ settings }: SettingsReading, start: StartServing): Promise<void> {
  const logger = createLogger({ level: settings.logLevel, secrets: secretsOf(settings) });
  const started = start(settings, logger);
  // Before it has started too: as the first process of a container we would ignore a signal that nobody handles.
  endOnSignal(async (signal) => {
    logger.info({ signal, timeoutMs: settings.shutdownTimeout }, 'stopping');
    await (await started).stop({ timeoutMs: settings.shutdownTimeout });
    logger.info('stopped');
  });
  announce(await started, settings, logger);
}

/** One line for machines on stderr, one for people and for those who wait for a line of output on stdout. */
function announce(simulator: ServedSimulator, settings: Settings, logger: Logger): void {
  const { baseUrl, stagingBaseUrl, quickstartUrl, controlUrl, generatedControlToken } = simulator;
  const { profile, scenarioInline } = settings;
  const scenario = scenarioInline === undefined ? settings.scenario : 'inline';
  logger.info({ version, baseUrl, stagingBaseUrl, quickstartUrl, controlUrl, scenario, profile }, 'ready');
  const control = controlUrl === undefined ? '' : `, ${controlUrl} (control)`;
  process.stdout.write(
    `store-orders-sim ready: ${baseUrl} (production), ${stagingBaseUrl} (staging)${control}\n`,
  );
  if (controlUrl !== undefined && generatedControlToken !== undefined) {
    process.stdout.write(
      `control token: ${generatedControlToken} (made for this run; SIM_CONTROL_TOKEN sets one)\n`,
    );
  }
}

function secretsOf(settings: Settings): readonly string[] {
  const { apiKey, stagingApiKey, controlToken } = settings;
  return [...apiKey, ...stagingApiKey, ...(controlToken === undefined ? [] : [controlToken])];
}
