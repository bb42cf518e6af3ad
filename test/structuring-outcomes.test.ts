import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '@workbook-data-service/sheets';
import { readWorkbook } from '@workbook-data-service/sheets';
import type { Sheet } from '@workbook-data-service/sheets/grid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programs, saveXlsx } from '../sheets/test-support/saved-xlsx.js';
import { sheetContent } from '../sheets/test-support/sheet-content.js';

interface ReadSheet {
  sheet: Sheet;
  dialect: Dialect | null;
}

interface FixedCases {
  fixedFamilies: string[];
  knownWrong(family: string): (number | string)[];
  wrongCases(
    family: string,
    reread?: (file: ReadSheet, at: number) => Promise<ReadSheet | undefined>,
  ): Promise<(number | string)[]>;
}

// The benchmark's sheets, by address because they are plain JavaScript.
const benchmark = new URL('../bench/structure/fixed-cases.mjs', import.meta.url).href;
const { fixedFamilies, knownWrong, wrongCases }: FixedCases = await import(benchmark);

/** One in so many sheets is saved by a program, read again and structured. */
const SAMPLED = 4;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outcomes-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test.each(fixedFamilies)(
  'sheets of the family %s become the tables that a person would make',
  async (family) => {
    expect(await wrongCases(family)).toEqual(knownWrong(family));
  },
);

test.each(fixedFamilies)(
  'sheets of the family %s say the same whichever program saved them, and come out the same',
  async (family) => {
    const path = join(folder, `${family}.xlsx`);
    const reread = async ({ sheet, dialect }: ReadSheet, at: number) => {
      if (dialect || at % SAMPLED !== 0) return undefined;
      await saveXlsx(sheet, path, programs[(at / SAMPLED) % programs.length] ?? 'Excel');
      const [saved] = (await readWorkbook(path, 'book.xlsx')).sheets as [Sheet];
      expect(sheetContent(saved)).toEqual(sheetContent(sheet));
      return { sheet: saved, dialect };
    };
    const wrong = await wrongCases(family, reread);
    expect(knownWrong(family)).toEqual(expect.arrayContaining(wrong));
  },
);
