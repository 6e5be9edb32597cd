import { captureCommand } from '../../src/cli/capture.ts';

/** Runs `capture` in this process. Returns what it prints; rejects with its UserError. */
export async function capture(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  let out = '';
  const command = captureCommand({
    env,
    out: { write: (text) => (out += text) },
  });
  await command
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parseAsync(args, { from: 'user' });
  return out;
}
