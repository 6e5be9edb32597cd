/** `selfsigned`, by a module of ours: of a package in the older format, `import()` in a bundle finds no name but `default`. */
export { generate } from 'selfsigned';
