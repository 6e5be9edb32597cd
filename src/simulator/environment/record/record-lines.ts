import { randomBytes } from 'node:crypto';
import type { RunRecord } from './run-recorder.ts';

/**
 * Returns a function that writes the records of one simulator as lines of JSON. Each line also has a random `simulator`, since
 * several simulators with environments of the same name append to one file.
 */
export function createRecordLines(): (record: RunRecord) => string {
  const simulator = randomBytes(6).toString('hex');
  return (record) => `${JSON.stringify({ simulator, ...record })}\n`;
}

/** Keeps the records of a run in memory, for `GET /record`: as text, which takes less memory than objects. */
export function createRecordLog() {
  const write = createRecordLines();
  const lines: string[] = [];
  return { add: (record: RunRecord) => void lines.push(write(record)), text: () => lines.join('') };
}

const kinds: readonly unknown[] = ['exchange', 'pinned', 'overflow'] satisfies readonly RunRecord['kind'][];

/**
 * Reads lines of several simulators. Skips a line that is not whole: a process that is killed can leave half of one. The
 * environments of the first simulator are named `production@1`, those of the second `production@2`.
 */
export function readRecordLines(text: string): readonly RunRecord[] {
  const simulators = new Map<unknown, number>();
  return text.split('\n').flatMap((line) => {
    const read = readLine(line);
    if (read === undefined) return [];
    const { simulator, ...record } = read;
    const place = simulators.get(simulator) ?? simulators.size + 1;
    simulators.set(simulator, place);
    return [
      record.kind === 'overflow' ? record : { ...record, environment: `${record.environment}@${place}` },
    ];
  });
}

function readLine(line: string): (RunRecord & { readonly simulator?: unknown }) | undefined {
  try {
    const record: unknown = JSON.parse(line);
    const isRecord =
      typeof record === 'object' && record !== null && kinds.includes(Reflect.get(record, 'kind'));
    return isRecord ? (record as RunRecord) : undefined;
  } catch {
    return undefined;
  }
}
