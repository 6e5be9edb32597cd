/** Re-exported, because in a bundle `import()` of a CommonJS package has only the name `default`. */
export { generate } from 'selfsigned';
