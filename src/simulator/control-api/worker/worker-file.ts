/** The file of the worker. `scripts/bundle/` replaces this module, since a bundle has the worker at another place. */
export const workerFile: URL = new URL('./worker.ts', import.meta.url);
