import { writeFileSync } from 'node:fs';
import { unwritable } from '../../report/report-file.ts';
import type { Problem } from '../../user-error.ts';
import type { JudgedExchange } from '../proxy/observe/observer.ts';
import type { PlacedRequest } from '../proxy/observe/place-request.ts';
import { type ChangedField, Pseudonyms } from '../pseudonyms/pseudonyms.ts';
import { harEntry } from './har-entry.ts';

export type SaveOptions = {
  /** The HAR file, as problems name it. */
  readonly file: string;
  /** Of `openSavedTraffic`. */
  readonly descriptor: number;
  /** The scheme, host and port of the upstream. */
  readonly origin: string;
  /** The key of the pseudonyms, 32 bytes. */
  readonly key: Uint8Array;
  /** Fields that are written as they were received. */
  readonly keep: readonly ChangedField[];
};

/** All further keys have this number, so that the memory is bounded. */
const maxKeys = 10_000;

/** Writes judged exchanges to a HAR file as they come, until a write fails. */
export class ExchangeSaver {
  readonly #options: SaveOptions;
  readonly #pseudonyms: Pseudonyms;
  readonly #keys = new Map<string, number>();
  #separator = '';
  #problems: readonly Problem[] = [];

  constructor(options: SaveOptions) {
    this.#options = options;
    this.#pseudonyms = new Pseudonyms(Buffer.from(options.key), options.keep);
  }

  /** Why the file cannot be written. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** Adds an exchange, if it has a response. */
  add(judged: JudgedExchange, placed: PlacedRequest): void {
    if (this.#problems.length > 0) return;
    const { file, descriptor, origin } = this.#options;
    const keyNumber = (keyId: string): number => this.#keyNumber(keyId);
    const url = origin + placed.basePath;
    const entry = harEntry(judged, { url, keyNumber, pseudonyms: this.#pseudonyms });
    if (entry === undefined) return;
    try {
      writeFileSync(descriptor, `${this.#separator}\n${JSON.stringify(entry)}`);
      this.#separator = ',';
    } catch (error) {
      this.#problems = unwritable(file, error).problems;
    }
  }

  #keyNumber(keyId: string): number {
    const number = this.#keys.get(keyId) ?? Math.min(this.#keys.size + 1, maxKeys);
    if (number < maxKeys) this.#keys.set(keyId, number);
    return number;
  }
}
