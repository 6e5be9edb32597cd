import { tmpdir } from 'node:os';
import type { ControlClient } from '../../src/client/index.ts';
import { run } from '../compare/tool.ts';
import { documentFile } from './document.ts';
import { expected, others, type Trial, trials } from './trials.ts';

/** A report of a client whose absent values have one name in all languages. */
type Report = Readonly<Record<string, string>>;

/** Runs a client in each trial. Returns what it reports otherwise than expected, by the name of the trial. */
export async function runTrials(
  command: readonly string[],
  control: ControlClient,
): Promise<Readonly<Record<string, string>>> {
  const differs: Record<string, string> = {};
  for (const trial of trials) {
    const difference = differences(trial, await runTrial(command, trial, control));
    if (difference !== '') differs[trial.name] = difference;
  }
  if (differs.plain !== undefined) throw new Error(`the client does not work: ${differs.plain}`);
  return differs;
}

async function runTrial(command: readonly string[], trial: Trial, control: ControlClient): Promise<Report> {
  const environment = await control.createEnvironment({
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
