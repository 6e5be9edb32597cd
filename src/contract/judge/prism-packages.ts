// What the checker needs of Prism, and of the packages with which Prism validates. The bundle keeps it in a file of its own.
export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
export { Ajv2020 } from 'ajv/dist/2020.js';
export { default as formats } from 'ajv-formats';
