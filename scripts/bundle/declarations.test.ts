import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { addCommonJsDeclarations, keepReachedDeclarations } from './declarations.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

test('keeps the declarations that an entry reaches, and no other', () => {
  const folder = folderOf({
    'index.d.ts': "export { type Order } from './orders/order.ts';\nimport 'node:http';",
    'orders/order.d.ts': "export type Order = import('../status.js').Status;",
    'status.d.ts':
      "/** import { startSimulator } from 'store-orders-sim' */\nimport type { Order } from './orders/order.ts';\nexport type Status = Order;",
    'inside/schema.d.ts': "import * as z from 'zod';",
  });
  keepReachedDeclarations(folder, ['index.d.ts'], []);
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    'index.d.ts',
    'orders',
    'orders/order.d.ts',
    'status.d.ts',
  ]);
});

test('a declaration for CommonJS refers to those for CommonJS, and to the same packages', () => {
  const folder = folderOf({
    'index.d.ts': "import { A } from 'a.ts';\nexport type Order = import('./orders/order.ts').Order & A;",
    'orders/order.d.ts': 'export type Order = 1;',
  });
  addCommonJsDeclarations(folder);
  const text = readFileSync(join(folder, 'index.d.cts'), 'utf8');
  expect(text).toBe("import { A } from 'a.ts';\nexport type Order = import('./orders/order.cts').Order & A;");
  expect(readFileSync(join(folder, 'orders/order.d.cts'), 'utf8')).toBe('export type Order = 1;');
});
