import type { Settings } from '../options/settings-table.ts';
import { redacted } from '../secrets/secrets.ts';
import { type Paint, plain } from './paint.ts';

type Fields = Readonly<Record<string, unknown>>;

export type LogEntry = {
  readonly level: Settings['logLevel'];
  readonly time: Date;
  readonly fields: Fields;
  readonly msg: string;
};

/** Returns an entry as text, without the line break at its end. */
export type LogFormat = (entry: LogEntry) => string;

const hidden: ReadonlySet<string> = new Set(
  'authorization cookie apiKey apiKeys stagingApiKey controlToken token'.split(' '),
);

/** Formats an entry as a JSON object with `level`, `time` (ISO 8601), the fields, and `msg`. */
export const jsonLine: LogFormat = ({ level, time, fields, msg }) => {
  const line = { level, time: time.toISOString(), ...fields, msg };
  return JSON.stringify(line, isFlat(fields) ? undefined : showValue);
};

/** Fields that need no replacer, which takes longer than everything else about the line of a request. */
function isFlat(fields: Fields): boolean {
  for (const name in fields) {
    const kind = typeof fields[name];
    if (hidden.has(name) || (kind !== 'string' && kind !== 'number')) return false;
  }
  return true;
}

function showValue(name: string, value: unknown): unknown {
  if (hidden.has(name)) return redacted;
  if (typeof value === 'bigint') return `${value}`;
  return value instanceof Error ? describeError(value) : value;
}

/** Type, message, stack and the fields that are not objects, because those may refer to the error again. */
function describeError(error: Error): Fields {
  const fields = Object.entries(error).filter(([, value]) => typeof value !== 'object');
  return { type: error.name, message: error.message, stack: stackOf(error), ...Object.fromEntries(fields) };
}

function stackOf({ stack, cause }: Error, depth = 0): string | undefined {
  if (!(cause instanceof Error) || depth > 8) return stack;
  return `${stack}\ncaused by: ${stackOf(cause, depth + 1)}`;
}

/** Creates a format for people: `09:44:15.120 production GET /v1/store/orders 200 1.2 ms`, or time, level, message and fields. */
export function createPrettyLine(paint: Paint = plain): LogFormat {
  return ({ level, time, fields, msg }) => {
    const at = paint('dim', timeOfDay(time));
    if (isRequest(fields)) return `${at} ${requestLine(fields, paint)}`;
    const { err, ...others } = fields;
    const shown = Object.entries(others)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ` ${paint('dim', `${name}=`)}${show(name, value)}`);
    const stack = err instanceof Error ? `\n${visible(stackOf(err) ?? err.message, '\n')}` : '';
    const label = level === 'error' ? paint('red', level) : level === 'warn' ? paint('yellow', level) : level;
    return `${at} ${label} ${visible(msg)}${shown.join('')}${stack}`;
  };
}

/** The fields of a request that has ended; those of the control API have no environment. */
type RequestFields = {
  readonly environment?: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly ms: number;
};

function isRequest(fields: Fields): fields is RequestFields {
  return 'target' in fields && typeof fields.status === 'number' && typeof fields.ms === 'number';
}

function requestLine({ environment, method, target, status, ms }: RequestFields, paint: Paint): string {
  const place = (environment ?? '(control)').padEnd(10);
  const shownStatus = paint(statusStyle(status), status === 0 ? 'no response' : `${status}`);
  return `${place} ${method.padEnd(6)} ${visible(target)} ${shownStatus} ${paint('dim', `${ms.toFixed(1)} ms`)}`;
}

function statusStyle(status: number): Parameters<Paint>[0] {
  if (status === 0 || status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function timeOfDay(time: Date): string {
  return `${time.toTimeString().slice(0, 8)}.${`${time.getMilliseconds()}`.padStart(3, '0')}`;
}

function show(name: string, value: unknown): string {
  if (hidden.has(name)) return redacted;
  return visible(typeof value === 'string' ? value : JSON.stringify(value, showValue));
}

/** Escapes characters that would control a terminal, except those in `kept`. */
function visible(text: string, kept = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
