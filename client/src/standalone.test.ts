import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('./', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

test('it imports no package, and nothing of Node; only the module for Arrow imports apache-arrow', () => {
  const imported = sources.flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    const paths = [...source.matchAll(/^(?:import|export)\s[^;]*?\sfrom\s'([^']+)'|import\('([^']+)'\)/gms)];
    return paths
      .map(([, path, lazy]) => path ?? lazy)
      .flatMap((path) => (path?.startsWith('.') ? [] : `${file} ${path}`));
  });
  expect(imported).toEqual(['arrow.ts apache-arrow']);
});
