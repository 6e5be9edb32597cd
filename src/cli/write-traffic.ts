import type { CommandContext } from './command-context.ts';
import type { PreparedProxy } from './prepare-proxy.ts';
import { writeAll } from './report-files.ts';

/** Writes the files that are made of traffic, each even if the other one fails. Returns a sentence for each that failed. */
export function writeTraffic(
  { capture, saved }: Pick<PreparedProxy, 'capture' | 'saved'>,
  { out }: Pick<CommandContext, 'out'>,
): Promise<readonly string[]> {
  const writeScenario = async (): Promise<void> => {
    const made = await capture?.write();
    if (made === undefined) return;
    const unknown = made.hasUnknown
      ? ['Load it with --unknown-status pending or --unknown-status shipped.']
      : [];
    out.write(`scenario: ${[...made.sentences, ...unknown].join(' ')}\n`);
  };
  return writeAll([writeScenario, async () => saved?.finish()]);
}
