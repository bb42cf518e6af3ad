import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const contract = fileURLToPath(new URL('..', import.meta.url));
const typebox = join(contract, '../node_modules/@sinclair/typebox');

const names = readdirSync(join(contract, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

test('a browser can load it: nothing is imported but TypeBox', () => {
  const imported = names.flatMap((name) => {
    const source = readFileSync(join(contract, 'src', `${name}.ts`), 'utf8');
    return [...source.matchAll(/^(?:import|export)\s[^;]*?\sfrom\s'(?<path>[^.'][^']*)'/gms)].map(
      ({ groups }) => groups?.path,
    );
  });
  expect([...new Set(imported)]).toEqual(['@sinclair/typebox']);
});

test('the built contract loads where there is no server, with TypeBox alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    const installed = join(folder, 'node_modules/@workbook-data-service/contract');
    cpSync(join(contract, 'dist'), join(installed, 'dist'), { recursive: true });
    cpSync(join(contract, 'package.json'), join(installed, 'package.json'));
    mkdirSync(join(folder, 'node_modules/@sinclair'));
    symlinkSync(typebox, join(folder, 'node_modules/@sinclair/typebox'));

    const imports = names.map((name) => `await import('@workbook-data-service/contract/${name}');`);
    execFileSync(process.execPath, ['--input-type=module', '-e', imports.join('\n')], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
