import { createRecordLines } from './record-lines.ts';
import type { RunRecord } from './run-record.ts';

/** The records of a run in memory, for `GET /record`: as text, which takes less memory than objects. It is as bounded as its recorder. */
export class RecordLog {
  readonly #lines: string[] = [];
  readonly #write = createRecordLines();

  readonly add = (record: RunRecord): void => void this.#lines.push(this.#write(record));

  /** Returns the records as lines of JSON. */
  text(): string {
    return this.#lines.join('');
  }
}
