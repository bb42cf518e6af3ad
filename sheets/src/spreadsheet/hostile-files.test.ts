import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cells, HostileFile } from '../../test-support/hostile-file.js';
import { harmlessPackage, hostilePackages } from '../../test-support/hostile-packages.js';
import { hostileSheets } from '../../test-support/hostile-sheets.js';
import { FileError } from '../core/file-error.js';
import { CellKind, type Sheet, textIndexAt } from '../grid/grid.js';
import { limits } from './limits.js';
import { readWorkbook } from './read-workbook.js';

/** CPU time, since other load on the machine is not the reader's fault. */
const CPU_LIMIT_SECONDS = 2;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hostile-files-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The error it was refused with, or its cells; any other error is a bug of the reader. */
async function tryToRead(bytes: Buffer | string): Promise<FileError | Cells> {
  const path = join(directory, 'upload');
  await writeFile(path, bytes);
  try {
    const { sheets } = await readWorkbook(path, 'book.xlsx');
    return Object.fromEntries(sheets.map((sheet) => [sheet.name, cellsOf(sheet)]));
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/** Every cell of a sheet by its reference, checked on the way for what no file may cause. */
function cellsOf(sheet: Sheet): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  expect(sheet.rowCount).toBeLessThanOrEqual(limits.rows);
  expect(sheet.columns.length).toBeLessThanOrEqual(limits.columns);
  for (const [column, grid] of sheet.columns.entries()) {
    grid?.kinds.forEach((kind, slot) => {
      if (kind === CellKind.empty) return;
      const value = grid.values[slot] as number;
      const isText = kind === CellKind.text || kind === CellKind.error;
      if (isText) expect(sheet.texts.at(textIndexAt(grid.values, slot))).toBeTypeOf('string');
      else expect(Number.isFinite(value)).toBe(true);
      const row = grid.firstRow + slot;
      expect(row).toBeLessThan(sheet.rowCount);
      cells[`${letters(column)}${row + 1}`] = isText ? sheet.texts.at(textIndexAt(grid.values, slot)) : value;
    });
  }
  return cells;
}

function letters(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? letters(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

function expectOutcome(outcome: FileError | Cells, { refused, cells }: HostileFile): void {
  if (outcome instanceof FileError) {
    expect(refused ?? [], `it was refused: ${outcome.message}`).toContain(outcome.code);
  } else {
    expect(cells, `it was read as ${JSON.stringify(outcome).slice(0, 500)}`).toBeDefined();
    for (const [name, wanted] of Object.entries(cells ?? {})) expect(outcome[name]).toMatchObject(wanted);
  }
}

const files = [...hostilePackages, ...hostileSheets].map((file) => [file.what, file] as const);

test.each(files)('%s', async (_, file) => {
  const bytes = file.bytes();
  const before = process.cpuUsage();
  const outcome = await tryToRead(bytes);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(CPU_LIMIT_SECONDS);
  expectOutcome(outcome, file);
});

test('a file cut off anywhere is refused', async () => {
  for (let length = 0; length < harmlessPackage.length; length += 17) {
    const outcome = await tryToRead(harmlessPackage.subarray(0, length));
    expect(outcome, `cut after ${length} bytes`).toBeInstanceOf(FileError);
  }
});

test('a file with any of its bytes changed is either read or refused', async () => {
  for (let at = 0; at < harmlessPackage.length; at += 17) {
    const changed = Buffer.from(harmlessPackage);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    await tryToRead(changed);
  }
});
