import { h1spec } from './h1spec.ts';
import { headers } from './headers.ts';
import type { RawCase } from './raw-case.ts';
import { requestLines } from './request-lines.ts';
import { smuggling } from './smuggling.ts';

/** Every case that is a whole request. */
export const rawCases: readonly RawCase[] = [...h1spec, ...smuggling, ...requestLines, ...headers];
