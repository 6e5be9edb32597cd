import type { Problem } from '../user-error.ts';

/** The outcome of reading the text of an option. A problem of a secret never contains the text. */
export type Reading<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** The numbers that an option accepts, as a test and in words. */
export type Range = readonly [accepts: (number: number) => boolean, expected: string];

/** A row of a table of options. Its key is that of the parsed flags: `maxBody` of `--max-body`. */
export type OptionRow<T = unknown> = {
  /** The name of the value in `--help`. A row without one is a switch. */
  readonly argument?: string;
  /** One sentence for `--help`, without a full stop. */
  readonly description: string;
  /** Reads the text of one value. Default: the text itself. */
  readonly read?: (text: string) => Reading<T>;
  /** Whether the flag may be repeated. Its value is a list. */
  readonly repeatable?: true;
  /** The value without the flag; `true` makes a switch that turns something off: `faults` of `--no-faults`. */
  readonly default?: T;
  /** The default in `--help`. */
  readonly shownDefault?: string;
  readonly required?: true;
  /** The name of the option in the library. */
  readonly option?: string;
  /** Checked by the library, for its callers and for the command line. */
  readonly range?: Range;
};

/** An option of `serve` that is also a variable: `controlPort` is `--control-port` and `SIM_CONTROL_PORT`. */
export type Setting<T = unknown> = Pick<OptionRow<T>, 'description' | 'default'> & {
  readonly argument: string;
  readonly read: (text: string) => Reading<T>;
  /** What an undefined setting means. @default 'none' */
  readonly unset?: string;
  /** Another variable, used if `SIM_…` is not set. */
  readonly alsoVariable?: string;
  /** The text that the flag means without a value. */
  readonly bare?: string;
  /** The separator of a setting that is a repeatable flag. */
  readonly joinedBy?: ',' | ';';
  /** Never print the value. */
  readonly secret?: true;
  /** Only a setting of `serve`: `startSimulator` has no option of this name. */
  readonly ofServe?: true;
};

type OptionTable = Readonly<Record<string, OptionRow>>;

export type ValueOf<Row> = Row extends { read: (text: string) => Reading<infer T> } ? T : never;
type OneValue<Row> = Row extends { readonly read: unknown } ? ValueOf<Row> : string;
type FlagValue<Row> = Row extends { readonly argument: string }
  ? Row extends { readonly repeatable: true }
    ? readonly OneValue<Row>[]
    : OneValue<Row>
  : boolean;
type Certain = { readonly default: unknown } | { readonly required: true };

/** The parsed flags of a table. */
export type FlagsOf<Table> = {
  readonly [K in keyof Table as Table[K] extends Certain ? K : never]: FlagValue<Table[K]>;
} & {
  readonly [K in keyof Table as Table[K] extends Certain ? never : K]?: FlagValue<Table[K]> | undefined;
};

type Named<Row> = Row extends { readonly option: infer Name extends string } ? Name : never;

/** Returns the flags that are options of the library, by their names there. */
export function libraryOptions<const Table extends OptionTable>(
  table: Table,
  flags: FlagsOf<Table>,
): { readonly [K in keyof Table as Named<Table[K]>]?: FlagValue<Table[K]> | undefined } {
  const values: Readonly<Partial<Record<string, unknown>>> = flags;
  const named = Object.entries(table).flatMap(([key, { option }]) =>
    option === undefined ? [] : [[option, values[key]]],
  );
  // Every value is the flag of its row.
  return Object.fromEntries(named) as ReturnType<typeof libraryOptions<Table>>;
}

/** Returns the options of the library that are out of the range of their row. */
export function rangeProblems(table: OptionTable, options: object): readonly Problem[] {
  return Object.entries(table).flatMap(([key, { option = '', range }]) => {
    const given: unknown = Reflect.get(options, option);
    if (range === undefined || typeof given !== 'number' || range[0](given)) return [];
    const shown = option.endsWith('Ms') ? `${given / 1000} s` : given;
    return [{ where: flagOf(key), what: `${shown} is out of range`, expected: range[1] }];
  });
}

export function value<T>(read: T): Reading<T> {
  return { kind: 'value', value: read };
}

/** Returns a failed reading. The name of the option is put before `what`. */
export function invalid(problem: Problem): Reading<never> {
  return { kind: 'problem', problem };
}

/** Returns the flag of a key: `controlPort` → `--control-port`. */
export function flagOf(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
