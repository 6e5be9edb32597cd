import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../../support/an-environment.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { main, startProgram, startShell } from '../../support/run-program.ts';

const program = fileURLToPath(new URL('../../support/programs/measured-save.ts', import.meta.url));
const count = 100_000;

test('saves 100,000 lists in bounded memory', async () => {
  const file = join(newFolder(), 't.har');
  using child = fork(program, [file, `${count}`], {
    execArgv: [...process.execArgv, '--single-threaded', '--max-old-space-size=64'],
  });
  const [{ memory, problems }] = await once(child, 'message');
  expect(problems).toEqual([]);
  let entries = 0;
  for await (const line of createInterface(createReadStream(file)))
    if (line.startsWith('{"startedDateTime"')) entries += 1;
  expect(entries).toBe(count);
  expect(memory).toBeLessThan(256 * 1024 ** 2);
}, 600_000);

test('a full disk is one line, and leaves the file from before', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can mount a small disk');
  const folder = newFolder();
  const mounted = await startShell(`mount -t tmpfs -o size=64k tmpfs ${folder}`).ended;
  if (mounted.code !== 0) skip(`no disk can be mounted here: ${mounted.stderr}`);
  onTestFinished(async () => void (await startShell(`umount ${folder}`).ended));
  const file = join(folder, 't.har');
  await writeFile(file, 'the file from before');
  const orders = Array.from({ length: 100 }, (_, at) => placed(BigInt(1000 + at)));
  await using simulator = await openTestSimulator({ orders });
  const proxy = startProgram(main, ['proxy', simulator.baseUrl, '--port', '0', '--save', file]);
  const [ready] = await proxy.logged(/ready: (\S+) →/g);
  const headers = { Authorization: `Bearer ${testKey}` };
  for (let at = 0; at < 100; at += 1)
    await (await fetch(`${ready?.[1]}/store/orders`, { headers })).arrayBuffer();
  proxy.child.kill('SIGINT');
  const { code, stderr } = await proxy.ended;
  expect(stderr).toMatch(/\nerror: \S+t\.har cannot be written: the disk is full \(ENOSPC\); .*\n$/);
  expect(code).toBe(2);
  expect(await readFile(file, 'utf8')).toBe('the file from before');
  expect(await readdir(folder)).toEqual(['t.har']);
});
