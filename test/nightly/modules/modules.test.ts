import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';
import { runToEnd } from '../../support/run-to-end.ts';

const folder = fileURLToPath(new URL('modules/', packageRoot));
const { cases } = JSON.parse(readFileSync(`${folder}conformance/cases.json`, 'utf8'));

/** For each language, the line that says how many tests passed. */
const languages = [
  ['python', /^(\d+) passed in /m],
  ['java', /^.*Tests run: (\d+), Failures: 0, Errors: 0, Skipped: 0$/m],
  ['go', /^(\d+) tests passed$/m],
] as const;

test.concurrent.each(languages)(
  'the module for %s builds, and passes its tests with a program and with containers',
  async (language, passed) => {
    const { STORE_ORDERS_SIM_IMAGE, ...others } = process.env;
    for (const args of [[], ['containers']]) {
      const env = args.length === 0 ? others : { ...others, STORE_ORDERS_SIM_IMAGE };
      const ran = await runToEnd([`${folder}${language}/test.sh`, ...args], { env });
      const [code, output] = [ran.code, ran.stdout + ran.stderr];
      expect(code, output).toBe(0);
      expect(output).not.toMatch(/[1-9]\d* skipped|Skipped: [1-9]|--- SKIP/);
      expect(Number(passed.exec(output)?.[1])).toBeGreaterThanOrEqual(cases.length);
    }
  },
);
