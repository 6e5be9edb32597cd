import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSimulator } from '../src/index.ts';
import { clients, type GeneratedClient } from './generated-clients/clients.ts';
import { evidenceFor } from './generated-clients/reasons.ts';
import {
  type ClientResult,
  type ClientResults,
  clientResultsFile,
  findingsOf,
  readClientResults,
} from './generated-clients/results.ts';
import { runMatrix } from './generated-clients/run-matrix.ts';
import { runTrials } from './generated-clients/run-trials.ts';

/**
 * Generates clients of the OpenAPI document, has each of them list and cancel orders in the trials and in the matrix, and writes
 * what differs: `npm run clients`. With `--only NAME`, which can be repeated, the recorded results of the others stay: each is
 * written as soon as it is known. `npm run generate:docs` then writes the page.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const chosen = clients.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length < (values.only?.length ?? 1))
  throw new Error(`--only ${values.only} is none of ${clients.map(({ name }) => name)}`);

const simulator = await startSimulator({ port: 0, controlPort: 0 });

async function tryClient({ name, version, make }: GeneratedClient): Promise<ClientResult> {
  const { control } = simulator;
  if (control === undefined) throw new Error('the simulator has no control API');
  const command = await make();
  const date = new Date().toISOString().slice(0, 10);
  const found = { differs: await runTrials(command, control), ...(await runMatrix(command)) };
  const evidence = findingsOf(found).map((finding) => evidenceFor(name, finding));
  return { name, version, date, ...found, evidence };
}

let recorded: ClientResults = values.only === undefined ? { clients: [], missing: [] } : readClientResults();
for (const client of chosen) {
  const { name } = client;
  const others = {
    clients: recorded.clients.filter((one) => one.name !== name),
    missing: recorded.missing.filter(([one]) => one !== name),
  };
  try {
    const result = await tryClient(client);
    console.log(`${name}: ${result.runs} runs; ${findingsOf(result).join(', ')}`);
    recorded = { ...others, clients: [...others.clients, result] };
  } catch (error) {
    // A machine without the language, or without the registry.
    console.error(error);
    recorded = { ...others, missing: [...others.missing, [name, 'could not be generated, built or judged']] };
  }
  write(recorded);
}
await simulator.stop();

function write({ clients: results, missing }: ClientResults): void {
  const rows = clients.flatMap(({ name }) => results.filter((one) => one.name === name));
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(clientResultsFile, `{"missing":${JSON.stringify(missing)},"clients":[\n${lines}\n]}\n`);
}
