import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.ts';
import { packageRoot } from '../../../src/version.ts';

const page = readFileSync(new URL('docs/reference/control-api.md', packageRoot), 'utf8');
const blocks = [...page.matchAll(/^```(sh|json|yaml)\n([\s\S]*?)^```$/gm)].map(([, language, text = '']) => ({
  language,
  text,
}));

test('the session of docs/reference/control-api.md runs with the output on the page', async () => {
  await using simulator = await startSimulator({ scenario: 'mixed', controlToken: 'my-control-token' });
  const { controlUrl = '', baseUrl } = simulator;
  const { origin } = new URL(baseUrl);
  const mark = '----- block';
  const script = blocks
    .filter(({ language }) => language === 'sh')
    .map(
      ({ text }) =>
        `echo '${mark}'\n${text.replace('http://localhost:4011', controlUrl).replace('http://localhost:4010', origin)}`,
    );
  const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script.join('')]);
  const outputs = stdout.split(`${mark}\n`).slice(1);
  expect(outputs).toHaveLength(script.length);
  let ran = 0;
  for (const { language, text } of blocks) {
    if (language === 'sh') ran++;
    else
      expect(outputs[ran - 1]?.endsWith(text), `${outputs[ran - 1]}\ndoes not end with\n${text}`).toBe(true);
  }
  expect(outputs.join('')).toMatch(/^409$/m);
});
