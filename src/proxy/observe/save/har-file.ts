import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { recordedBy } from '../../../checker/har/har-format.ts';
import type { Problem } from '../../../shared/user-error.ts';
import { version } from '../../../shared/version.ts';
import type { JudgedExchange } from '../traffic-judge.ts';
import { harEntry } from './har-entry.ts';

/** Options of `openHarFile`. */
export type SaveOptions = {
  readonly file: string;
  /** The scheme, host and port of the upstream. */
  readonly origin: string;
};

/** A HAR 1.2 file that grows while exchanges are judged. It is valid after each of them. */
export type HarFile = {
  add(judged: JudgedExchange, basePath: string): void;
  /** Why the file does not have all exchanges. */
  problems(): readonly Problem[];
};

const end = '\n]}}\n';

/** Opens a file and removes what it contained. Only this user may read it. Errors are problems of the file. */
export function openHarFile({ file, origin }: SaveOptions): HarFile {
  const problems: Problem[] = [];
  let at = 0;
  let entries = 0;
  let handle: number | undefined;
  const attempt = (write: () => void): void => {
    if (problems.length > 0) return;
    try {
      write();
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? error.code : error;
      problems.push({ where: file, what: `has only the first ${entries} exchanges (${why})` });
    }
  };
  const append = (text: string): void => {
    if (handle === undefined) return;
    const bytes = Buffer.from(text + end);
    for (let from = 0; from < bytes.length; )
      from += writeSync(handle, bytes, from, bytes.length - from, at + from);
    at += bytes.length - end.length;
  };
  attempt(() => {
    handle = openSync(file, 'w', 0o600);
    ftruncateSync(handle);
    const creator = JSON.stringify({ name: recordedBy, version });
    append(`{"log":{"version":"1.2","creator":${creator},"entries":[`);
  });
  return {
    add: (judged, basePath) =>
      attempt(() => {
        const entry = harEntry(judged, origin + basePath);
        if (entry === undefined) return;
        append(`${entries === 0 ? '' : ','}\n${JSON.stringify(entry)}`);
        entries += 1;
      }),
    problems: () => problems,
  };
}
