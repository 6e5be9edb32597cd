import { Command } from 'commander';
import type { Gap } from '../simulator/environment/gaps/gap.ts';
import { gaps } from '../simulator/environment/gaps/gaps.ts';

/** The command `gaps`: the questions that the specification leaves open, from the table that answers them. */
export function gapsCommand(write: (text: string) => void = (text) => process.stdout.write(text)): Command {
  return new Command('gaps')
    .description('list what the specification leaves open, and the answers there are')
    .option('--json', 'as JSON, for programs')
    .action(({ json }: { json?: boolean }) =>
      write(json === true ? `${JSON.stringify(gaps.map(published), null, 2)}\n` : gapsAsText(gaps)),
    );
}

/** A gap as `--json` writes it: the published name of its choices is `answers`. */
function published({ key, question, spec, scope, choices, ...rest }: Gap): object {
  return { key, question, spec, scope, answers: choices, ...rest };
}

/** Each gap as a paragraph: key and question, the answers with the default ones marked, the reason. */
export function gapsAsText(table: readonly Gap[]): string {
  const paragraphs = table.map((gap) => {
    const names = Object.keys(gap.choices);
    const width = Math.max(...names.map((name) => name.length));
    const answers = names.map((name) => `  ${name.padEnd(width)}  ${gap.choices[name]}${marks(gap, name)}`);
    return [`${gap.key}: ${gap.question} (specification ${gap.spec})`, ...answers, `  because ${gap.why}`];
  });
  const end = 'Choose one with --gap KEY=ANSWER, all with --profile least-promise, typical or vary.';
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n\n${end}\n`;
}

function marks(gap: Gap, answer: string): string {
  const profiles = [
    ...(answer === gap.default ? ['least-promise'] : []),
    ...(answer === (gap.typical ?? gap.default) ? ['typical'] : []),
  ];
  return profiles.length === 0 ? '' : ` [${profiles.join(', ')}]`;
}
