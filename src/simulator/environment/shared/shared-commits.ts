import type { Reply } from '../../orders/valkey/valkey-link.ts';

/** What a request does in the shared store when it ends, in one step with those of other requests. */
export type Commit = {
  /** Undefined for a request that has not begun: it gets a number, and needs `version`. */
  readonly number: number | undefined;
  /** The version of the parts that the request read. */
  readonly version: string;
  /** The sequence of the exchange that it replaces in the journal. */
  readonly replaces?: number | undefined;
  /** The revision of the list that it shows, or `*` if any is right; empty without a list. */
  readonly list: string;
  /** The status that an order must have to be cancelled, that in the scenario, its id, and the limits of its lag; or empty. */
  readonly cancel: string;
  /** The digest of a body, with a space and the body unless the store has it already; or empty. */
  readonly body: string;
  readonly exchange: string;
};

/** The outcome of a commit. Nothing was done unless `done`; the number counts in any case. */
export type Committed = { readonly number: number; readonly done: boolean; readonly sequence: number };

/** Sends commits with the version that all of them need. Resolves with two integers for each. */
type SendCommits = (version: string, items: readonly string[]) => Promise<readonly Reply[]>;

type Group = {
  readonly version: string;
  readonly items: string[];
  readonly reply: Promise<readonly Reply[]>;
};

/** More requests would keep the server from others for too long. */
const maxGroup = 64;

/**
 * Groups the commits of one turn of the event loop in one call. Fast path: each call costs both sides more than what it
 * does. A client that sends one request after the other waits one turn.
 */
export class SharedCommits {
  readonly #send: SendCommits;
  readonly #atTurnEnd: (flush: () => void) => void;
  #group: (Group & { flush(): void; size: number }) | undefined;

  constructor(send: SendCommits, atTurnEnd: (flush: () => void) => void = setImmediate) {
    this.#send = send;
    this.#atTurnEnd = atTurnEnd;
  }

  /** Adds a commit. Rejects as the call does; then its outcome may be unknown. */
  add({ number, version, replaces, list, cancel, body, exchange }: Commit): Promise<Committed> {
    if (this.#group !== undefined && this.#group.version !== version) this.#group.flush();
    const group = this.#group ?? this.#open(version);
    const at = group.size++;
    group.items.push(
      number === undefined ? '' : `${number}`,
      replaces === undefined ? '' : `${replaces}`,
      ...[list, cancel, body, exchange],
    );
    if (group.size === maxGroup) group.flush();
    return group.reply.then((results) => {
      const given = Number(results[2 * at]);
      return { number: Math.abs(given), done: given > 0, sequence: Number(results[2 * at + 1]) };
    });
  }

  #open(version: string): Group & { flush(): void; size: number } {
    const { promise, resolve } = Promise.withResolvers<readonly Reply[]>();
    const items: string[] = [];
    const group = {
      version,
      items,
      reply: promise,
      size: 0,
      flush: () => {
        if (this.#group !== group) return;
        this.#group = undefined;
        resolve(this.#send(version, items));
      },
    };
    this.#group = group;
    this.#atTurnEnd(group.flush);
    return group;
  }
}
