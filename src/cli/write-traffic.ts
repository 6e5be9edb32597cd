import { randomBytes } from 'node:crypto';
import type { CaptureSummary } from '../traffic/capture/write-scenario.ts';
import { Anonymiser } from '../traffic/pseudonyms/anonymiser.ts';
import type { AnonymousFile } from '../traffic/pseudonyms/anonymous-file.ts';
import { KeyStream } from '../traffic/pseudonyms/key-stream.ts';
import type { CommandContext } from './command-context.ts';
import type { PreparedProxy } from './prepare-proxy.ts';
import { writeAll } from './report-files.ts';

/**
 * Writes the files that are made of traffic, with one drawing of ids and dates, so that they agree. Writes each file, even if
 * another one fails. Returns a sentence for each that failed.
 */
export async function writeTraffic(
  { capture, saved, keep }: Pick<PreparedProxy, 'capture' | 'saved' | 'keep'>,
  out: CommandContext['out'],
): Promise<readonly string[]> {
  const files: readonly (AnonymousFile<CaptureSummary> | AnonymousFile<void>)[] = [
    ...(capture === undefined ? [] : [capture]),
    ...(saved === undefined ? [] : [saved]),
  ];
  const anonymiser = new Anonymiser(keep);
  const collected: (typeof files)[number][] = [];
  const problems = await writeAll(
    files.map((file) => async () => {
      await file.collect(anonymiser);
      collected.push(file);
    }),
  );
  if (collected.length === 0) return problems;
  const writes: (() => Promise<void>)[] = [];
  const draw = async (): Promise<void> => {
    const replacement = anonymiser.draw(new KeyStream(randomBytes(32)));
    const write = async (file: (typeof files)[number]): Promise<void> => {
      const summary = await file.write(replacement);
      if (summary !== undefined) tell(summary, out);
    };
    writes.push(...collected.map((file) => () => write(file)));
  };
  return [...problems, ...(await writeAll([draw])), ...(await writeAll(writes))];
}

function tell({ sentences, statuses }: CaptureSummary, out: CommandContext['out']): void {
  const unknown = 'Load it with --unknown-status pending or --unknown-status shipped.';
  out.write(`scenario: ${[...sentences, ...(statuses.unknown > 0 ? [unknown] : [])].join(' ')}\n`);
}
