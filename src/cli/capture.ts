import { statSync } from 'node:fs';
import { Command } from 'commander';
import { checkTable } from '../check/check-table.ts';
import type { FlagsOf, OptionRow } from '../options/option-row.ts';
import { oneOf } from '../options/setting-readers.ts';
import { openReportFile, writeReportFile } from '../report/report-file.ts';
import { shellCommand } from '../report/shell-words.ts';
import { captureList, noList } from '../traffic/capture/capture-list.ts';
import { makeScenario, type Scenario } from '../traffic/capture/make-scenario.ts';
import { drawRandomly } from '../traffic/capture/pseudonyms.ts';
import { UserError } from '../user-error.ts';
import { type CommandContext, processContext } from './command-context.ts';
import { withFlags } from './flags.ts';
import { readCheckFlags } from './read-check-flags.ts';

const help = `
Examples:
  store-orders-sim capture https://host.example/v1 --out captured.yaml   key in STORE_ORDERS_API_KEY
  store-orders-sim capture https://host.example/v1 --out captured.json   for more than 10,000 orders

Sends one GET /store/orders and nothing else. The file has the number and the order of the orders, their fields, the form of ids and
dates, and the quantities; ids, pet ids and dates are replaced by others. The service never sends a status: all orders get that of
--status.

Exit codes: 0 written, 2 invalid usage or file, 3 no list arrived
`;

const { apiKey, apiKeyFile, timeout, maxBody, header, ca, cert, key } = checkTable;

const captureTable = {
  out: {
    argument: 'file',
    required: true,
    description: 'scenario file to write: JSON, which is also YAML',
  },
  status: {
    argument: 'status',
    read: oneOf(['pending', 'shipped']),
    default: 'pending',
    description: 'status of all orders: pending, shipped',
  },
  ...{ apiKey, apiKeyFile, timeout, maxBody, header, ca, cert, key },
} as const satisfies Readonly<Record<string, OptionRow>>;

type CaptureFlags = FlagsOf<typeof captureTable>;

export function captureCommand(context: CommandContext = processContext()): Command {
  const command = new Command('capture')
    .argument('<url>', 'base address of the deployment, ending in /v1')
    .addHelpText('after', help)
    .action((url: string, flags: CaptureFlags) => runCapture(url, flags, context));
  return withFlags(command, captureTable);
}

async function runCapture(
  url: string,
  { out: file, status, ...flags }: CaptureFlags,
  context: CommandContext,
): Promise<void> {
  const options = await readCheckFlags(url, flags, context.env);
  await openReportFile(file);
  // A device or a pipe may always be written.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    throw new UserError({ where: file, what: 'exists already', hint: 'name another file, or remove it' });
  const body = await captureList(options);
  const made = makeScenario({ body, status, draw: drawRandomly });
  if (made.kind === 'no-list') throw noList(`${url} sent no list of orders: ${made.reason}`);
  await writeReportFile(file, made.text);
  context.out.write(describe(url, file, made));
}

function describe(url: string, file: string, { sentences }: Scenario): string {
  const next = `What the deployment does where the specification is silent is the other half of its behaviour:
  store-orders-sim check ${shellCommand([url])} --emit-profile observed.yaml`;
  return `Wrote ${file}. ${sentences.join(' ')}\n${next}\n`;
}
