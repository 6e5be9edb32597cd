// Re-exported from here, because packages of tools/ are found from this folder only.
export { default as axe } from 'axe-core';
export * from 'playwright-core';
