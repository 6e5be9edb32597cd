import { howMany } from '../helpers/how-many.ts';
import { tellFigure } from '../hostile/figures.ts';

/** Adds a row to the table of figures in `npm run test:hostile`; in `npm test`, a part of the runs shows no figure. */
export function tellInFull(what: string, figure: string): void {
  if (howMany(0, 1) === 1) tellFigure(what, figure);
}
