import type { Anonymiser, Replacement } from './anonymiser.ts';

/** A file that is made of traffic at the end, with other ids and dates: the same in each file of one run. */
export type AnonymousFile<Summary> = {
  /** Adds the values that are to be replaced. */
  collect(anonymiser: Anonymiser): Promise<void>;
  /** Writes the file. Throws a UserError if it cannot be written. */
  write(replacement: Replacement): Promise<Summary>;
};
