/** The file of the thread. `scripts/bundle/` replaces this module, since a bundle has the thread at another place. */
export const threadFile: URL = new URL('./thread.ts', import.meta.url);
