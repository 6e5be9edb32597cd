import { Command } from 'commander';
import type { Gap } from '../simulator/environment/gaps/gap.ts';
import { gaps } from '../simulator/environment/gaps/gaps.ts';

/** The command `gaps`: prints the table of gaps. */
export function gapsCommand(): Command {
  return new Command('gaps').option('--json', 'print JSON').action(({ json }: { json?: boolean }) => {
    process.stdout.write(
      json === true ? `${JSON.stringify(gaps.map(published), null, 2)}\n` : gapsAsText(gaps),
    );
  });
}

/** A gap as `--json` prints it: choices are published under the name `answers`. */
function published({ key, question, spec, scope, choices, ...rest }: Gap): object {
  return { key, question, spec, scope, answers: choices, ...rest };
}

/** Formats each gap as a paragraph: its key and question, its choices with the profiles that make them, its reason. */
function gapsAsText(table: readonly Gap[]): string {
  const paragraphs = table.map((gap) => {
    const names = Object.keys(gap.choices);
    const width = Math.max(...names.map((name) => name.length));
    const choices = names.map(
      (name) => `  ${name.padEnd(width)}  ${gap.choices[name]}${profilesOf(gap, name)}`,
    );
    return [`${gap.key}: ${gap.question} (specification ${gap.spec})`, ...choices, `  because ${gap.why}`];
  });
  const end = 'Use --gap KEY=CHOICE for one gap, and --profile least-promise, typical or vary for all.';
  return `${paragraphs.map((lines) => lines.join('\n')).join('\n\n')}\n\n${end}\n`;
}

function profilesOf(gap: Gap, choice: string): string {
  const profiles = [
    ...(choice === gap.default ? ['least-promise'] : []),
    ...(choice === (gap.typical ?? gap.default) ? ['typical'] : []),
    ...(gap.breaks?.[choice] === undefined ? [] : [`breaks ${gap.breaks[choice]}`]),
  ];
  return profiles.length === 0 ? '' : ` [${profiles.join(', ')}]`;
}
