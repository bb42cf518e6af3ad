import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The only module that writes each of these tables: what must change together there changes together everywhere.
 */
const owners: Record<string, string> = {
  jobs: 'catalog/job-records.ts',
  sources: 'catalog/source-records.ts',
  tables: 'catalog/table-records.ts',
  workbooks: 'catalog/workbook-records.ts',
};

const writes = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/migrations/'))
  .flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    const statements = source.matchAll(
      /\b(?:updateTable|insertInto|deleteFrom|replaceInto|mergeInto)\(\s*'(\w+)'/g,
    );
    const raw = source.matchAll(/`\s*(?:update|insert into|delete from)\s+(\w+)/gi);
    return [...statements, ...raw].map(([, table]) => ({ file, table: table ?? '' }));
  });

test('a record is written by its owner alone', () => {
  const strays = writes.filter(({ file, table }) => owners[table] !== undefined && owners[table] !== file);
  expect(strays.map(({ file, table }) => `${file} writes ${table}`)).toEqual([]);
});

test('every owner writes what it owns', () => {
  for (const [table, file] of Object.entries(owners)) expect(writes).toContainEqual({ file, table });
});
