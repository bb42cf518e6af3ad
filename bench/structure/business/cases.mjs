import { readdirSync, readFileSync } from 'node:fs';
import { readCase } from './read-case.mjs';

const folder = new URL('sheets/', import.meta.url);

export const businessSheets = () =>
  readdirSync(folder)
    .map((file) => file.replace(/\.txt$/, ''))
    .sort();

export const businessCase = (name) => readCase(name, readFileSync(new URL(`${name}.txt`, folder), 'utf8'));
