// What the checker needs of Prism. The bundle keeps it in a file of its own.
export { getHttpOperationsFromSpec } from '@stoplight/prism-http';
export { validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
