import { randomBytes } from 'node:crypto';

/** Draws an int64 over its whole range, each value as likely as any other. */
export type DrawId = () => bigint;

/** Draws from the machine's random source. */
export const drawRandomId: DrawId = () => randomBytes(8).readBigInt64BE();
