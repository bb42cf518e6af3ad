#!/usr/bin/env node
// Deletes what no program reads from the installed packages of a container image: types, source maps, weights of the font
// that no chart uses, and binaries for other machines. Run in a folder that was installed for this alone.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'node_modules'] = process.argv.slice(2);
const remove = (...path) => rmSync(join(folder, ...path), { recursive: true, force: true });
const namesIn = (...path) => readdirSync(join(folder, ...path));

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name)) rmSync(join(entry.parentPath, entry.name));
}

const fonts = ['@expo-google-fonts', 'noto-sans-jp'];
const drawn = readFileSync(new URL('../server/src/chart-workers/draw.ts', import.meta.url), 'utf8');
for (const weight of namesIn(...fonts).filter((name) => /^\d00/.test(name)))
  if (!drawn.includes(`'${weight}/`)) remove(...fonts, weight);

const sqlite = ['@photostructure', 'sqlite'];
for (const machine of namesIn(...sqlite, 'prebuilds'))
  if (machine !== `${process.platform}-${process.arch}`) remove(...sqlite, 'prebuilds', machine);
remove(...sqlite, 'src');
