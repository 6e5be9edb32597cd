export * from '../../e2e/image/set-up.ts';
