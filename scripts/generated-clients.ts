import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { startSimulator } from '../src/index.ts';
import { packageRoot } from '../src/version.ts';
import { run } from './compare/tool.ts';
import { clients, type GeneratedClient } from './generated-clients/clients.ts';
import { type ClientResult, clientResultsFile, readClientResults } from './generated-clients/results.ts';
import { expected, others, type Trial, trials } from './generated-clients/trials.ts';

/**
 * Generates clients of the OpenAPI document, has each of them list and cancel orders in the trials, and writes what differs:
 * `npm run clients`. With `--only NAME`, the recorded results of the others stay. `npm run generate:docs` then writes the page.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });

const simulator = await startSimulator({ port: 0, controlPort: 0 });
const { control } = simulator;
if (control === undefined) throw new Error('the simulator has no control API');
const createEnvironment = control.createEnvironment.bind(control);

// For the client that reads the document when it runs.
const documentFile = join(mkdtempSync(join(tmpdir(), 'clients-')), 'store-orders.json');
writeFileSync(
  documentFile,
  JSON.stringify(parse(readFileSync(new URL('openapi/store-orders.yaml', packageRoot), 'utf8'))),
);

/** A report of a client whose absent values have one name in all languages. */
type Report = Readonly<Record<string, string>>;

async function runTrial(command: readonly string[], trial: Trial): Promise<Report> {
  const environment = await createEnvironment({
    apiKeys: ['key-of-the-client'],
    ...trial.environment,
  });
  if (trial.losesResponse === true)
    await environment.faults.add({ kind: 'reset', operation: 'cancelOrder', when: 'after-commit', times: 1 });
  const [program = '', ...args] = command;
  const asked = [environment.baseUrl, environment.apiKey, JSON.stringify(others), documentFile];
  const { output } = await run(program, [...args, ...asked], tmpdir());
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{'))
    throw new Error(`${program} reports nothing in ${trial.name}: ${output.slice(-500)}`);
  const report: Record<string, string> = JSON.parse(line);
  report.list = report.list?.replaceAll(/×(?:undefined|None|null|nil)/g, '×-') ?? '';
  if (trial.losesResponse === true) {
    const { exchanges } = await environment.journal.find({ operation: 'cancelOrder', limit: 100 });
    const sent = exchanges.filter(({ path }) => path.endsWith('/1001')).length;
    const silent = !/\d{3}$/.test(report.cancel ?? '');
    report.cancel = `${silent ? 'an error without a status' : report.cancel}, after ${sent === 1 ? 'one request' : `${sent} requests`}`;
  }
  await environment.delete();
  return report;
}

/** Returns what a client reports otherwise than expected, or an empty text. */
function differences(trial: Trial, report: Report): string {
  const wanted: Report = { ...expected, ...trial.expected };
  const wrong = Object.entries(wanted).filter(([step, value]) => report[step] !== value);
  return wrong.map(([step]) => `${step}: ${report[step]}`).join('; ');
}

async function tryClient({ name, version, make }: GeneratedClient): Promise<ClientResult> {
  const command = await make();
  const differs: Record<string, string> = {};
  for (const trial of trials) {
    const difference = differences(trial, await runTrial(command, trial));
    if (difference !== '') differs[trial.name] = difference;
  }
  if (differs.plain !== undefined) throw new Error(`the client does not work: ${differs.plain}`);
  console.log(`${name} ${version}: ${JSON.stringify(differs)}`);
  return { name, version, differs };
}

const chosen = clients.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0)
  throw new Error(`--only ${values.only} is none of ${clients.map(({ name }) => name)}`);
const tried: ClientResult[] = [];
const missing: (readonly [string, string])[] = [];
for (const client of chosen)
  try {
    tried.push(await tryClient(client));
  } catch (error) {
    // A machine without the language, or without the registry.
    console.error(error);
    missing.push([client.name, 'could not be generated or built']);
  }
const before = values.only === undefined ? undefined : readClientResults();
const recorded = before?.clients.map((one) => tried.find(({ name }) => name === one.name) ?? one) ?? tried;
const fields = { date: new Date().toISOString().slice(0, 10), missing: before?.missing ?? missing };
const rows = recorded.map((row) => JSON.stringify(row)).join(',\n');
writeFileSync(clientResultsFile, `${JSON.stringify(fields).slice(0, -1)},"clients":[\n${rows}\n]}\n`);
await simulator.stop();
