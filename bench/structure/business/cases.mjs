import { readdirSync, readFileSync } from 'node:fs';
import { readCase, readChangedCase } from './read-case.mjs';

const folder = new URL('sheets/', import.meta.url);

export const businessSheets = () =>
  readdirSync(folder)
    .map((file) => file.replace(/\.txt$/, ''))
    .sort();

const textOf = (name) => readFileSync(new URL(`${name}.txt`, folder), 'utf8');

export const businessCase = (name) => readCase(name, textOf(name));

export const changedBusinessCase = (name, change) => readChangedCase(name, textOf(name), change);
