// What the checker needs of Prism. The bundle keeps it in a file of its own.
export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
