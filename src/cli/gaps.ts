import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Gap } from '../simulator/environment/gaps/gap.ts';
import { gaps } from '../simulator/environment/gaps/gaps.ts';
import { nearestHint } from '../text/nearest.ts';
import { UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';

export function gapsCommand(): Command {
  return new Command('gaps')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      process.stdout.write(
        json === true ? `${JSON.stringify(gaps.map(published), null, 2)}\n` : gapsAsText(gaps),
      );
    })
    .addCommand(
      new Command('explain')
        .description('Print the wrong assumption about a gap, and code that works with each of its choices')
        .argument('<key>', 'the key of a gap, or the name of a note of matrix: cancel-again, no-timeout')
        .action((key: string) => {
          process.stdout.write(sectionOf(key));
        }),
    );
}

/** Returns the section of a gap or a note. Throws a UserError if there is none. */
function sectionOf(key: string): string {
  const page = readFileSync(new URL('docs/reference/assumptions.md', packageRoot), 'utf8');
  const sections = page.split(/^(?=##+ )/m).filter((section) => section.startsWith('### '));
  const names = sections.map((section) => /^### (\S+)/.exec(section)?.[1] ?? '');
  const section = sections[names.indexOf(key)];
  if (section === undefined)
    throw new UserError({ what: `there is no gap or note "${key}"`, hint: nearestHint(key, names) });
  return `${section.trim()}\n`;
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
