import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Command } from 'commander';
import { codeOf, UserError } from '../user-error.ts';
import { packageRoot } from '../version.ts';
import { type CommandContext, processContext } from './command-context.ts';

const languages = {
  java: { file: 'StoreOrdersTest.java', run: 'java StoreOrdersTest.java' },
  python: { file: 'test_store_orders.py', run: 'python3 -m unittest -v test_store_orders.py' },
  go: { file: 'store_orders_test.go', run: 'go test -v store_orders_test.go' },
  // JavaScript, because Node runs TypeScript only from 22.18 on.
  typescript: { file: 'store-orders.test.mjs', run: 'node --test store-orders.test.mjs' },
} as const;

const start = 'SIM_CONTROL_TOKEN=token-for-tests store-orders-sim --scenarios scenarios --scenario first';

export function initCommand({ cwd, out }: Pick<CommandContext, 'cwd' | 'out'> = processContext()): Command {
  return new Command('init')
    .addArgument(new Argument('<language>', 'the language of the test').choices(Object.keys(languages)))
    .action((language: keyof typeof languages) => {
      const { file, run } = languages[language];
      const files = {
        'scenarios/first.yaml': template('first.yaml'),
        [file]: template(file),
        '.github/workflows/store-orders.yml': template('store-orders.yml').replace('TEST_COMMAND', run),
      };
      const [taken] = Object.keys(files).filter((name) => existsSync(join(cwd, name)));
      if (taken !== undefined)
        throw new UserError({
          what: `${taken} is there already; nothing was written`,
          hint: 'move it away, or run init in another folder',
        });
      for (const [name, text] of Object.entries(files)) write(join(cwd, name), text);
      const written = Object.keys(files).map((name) => `wrote ${name}\n`);
      out.write(`${written.join('')}\nRun these, each in a terminal of its own:\n  ${start}\n  ${run}\n`);
    });
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    const what = `cannot be written (${codeOf(error) ?? error})`;
    throw new UserError({ where: path, what, hint: 'run init in another folder' });
  }
}

function template(name: string): string {
  return readFileSync(new URL(`examples/init/${name}`, packageRoot), 'utf8');
}
