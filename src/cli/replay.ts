import { Command } from 'commander';
import type { SettingFlags } from '../options/setting-sources.ts';
import { readSettings } from '../options/settings.ts';
import type { SettingKey } from '../options/settings-table.ts';
import { count } from '../report/amounts.ts';
import { readCapsule } from '../simulator/read-capsule.ts';
import { startReplay } from '../simulator/replay-capsule.ts';
import { type Verification, verifyCapsule } from '../simulator/verify-capsule.ts';
import { version } from '../version.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { serve, settingOption } from './serve.ts';

const help = `
FILE is what GET /environments/{name}/capsule of a simulator responds with, or what matrix --report capsule=FILE writes: the
environment in its initial state with its seed, choices, faults and clock, and the requests and changes since then. It contains
no key: the first key of the replayed environment is that of --api-key, and the nth one is replayed-key-N.

Examples:
  curl -H "Authorization: Bearer $TOKEN" http://localhost:4011/environments/production/capsule > capsule.json
  store-orders-sim replay capsule.json             serve its environment, for the tests that failed
  store-orders-sim replay capsule.json --verify    send its requests again: do the responses have the same bytes?

Exit codes of --verify: 0 all responses have the same bytes, 1 one differs, 2 invalid usage or file, 3 not all of them could be
verified
`;

/** The settings with which a capsule is served. */
const served: readonly SettingKey[] = [
  ...([
    'port',
    'controlPort',
    'controlToken',
    'apiKey',
    'host',
    'publicUrl',
    'controlHost',
    'controlHosts',
  ] as const),
  ...(['maxOrders', 'logLevel', 'logFormat'] as const),
];

type ReplayFlags = SettingFlags & { readonly verify?: true };

export function replayCommand(context: CommandContext = processContext()): Command {
  const command = new Command('replay')
    .argument('<file>', 'a capsule')
    .option('--verify', 'send its requests again and say whether each response has the same bytes')
    .addHelpText('after', help)
    .action((file: string, flags: ReplayFlags) => replay(file, flags, context));
  for (const key of served) command.addOption(settingOption(key));
  return command;
}

async function replay(
  file: string,
  { verify, ...flags }: ReplayFlags,
  context: CommandContext,
): Promise<void> {
  const reading = await readSettings({ flags });
  const { maxOrders, apiKey, port, controlPort, controlToken, host, publicUrl, controlHost, controlHosts } =
    reading.settings;
  const capsule = await readCapsule(file, maxOrders);
  const { out, err, setExitCode } = context;
  if (capsule.version !== version)
    err.write(`${file} was written by store-orders-sim ${capsule.version}; this is ${version}\n`);
  if (verify === true) {
    const verification = await verifyCapsule(capsule, maxOrders);
    out.write(linesOf(verification));
    return setExitCode(verification.differs.length > 0 ? 1 : verification.unsure.length > 0 ? 3 : 0);
  }
  const [firstKey = ''] = apiKey;
  const keyText = (number: number): string => (number === 1 ? firstKey : `replayed-key-${number}`);
  const options = { port, host, publicUrl, controlPort, controlHost, controlHosts, controlToken, maxOrders };
  await serve(reading, async (_, logger, { onRequest }) => {
    const onError = (error: unknown, request: object) =>
      logger.error({ ...request, err: error }, 'request failed');
    const simulator = await startReplay(capsule, { ...options, apiKey, keyText, onError, onRequest });
    const address = capsule.name === 'production' ? '/v1' : `/${capsule.name}/v1`;
    out.write(`replaying ${capsule.name} at ${new URL(address, simulator.baseUrl).href}\n`);
    return simulator;
  });
}

function linesOf({ same, differs, unsure }: Verification): string {
  const sign = differs.length > 0 ? '✘' : unsure.length > 0 ? '!' : '✔';
  const lines = [
    `${sign} ${count(same, 'response')} with the same bytes, ${differs.length} that differ, ${unsure.length} not verified`,
    ...differs.map((line) => `✘ ${line}`),
    ...unsure.map((line) => `! ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
