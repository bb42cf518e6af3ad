import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipArchive } from '../../zip/zip-archive.js';
import { ZipWriter } from '../../zip/zip-writer.js';
import { patchXlsx, type SheetPatch } from './patch-xlsx.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patch-xlsx-'));
});
afterAll(() => rm(directory, { recursive: true }));

const types = (more: string) =>
  `<Types><Default Extension="xml" ContentType="application/xml"/>${more}<Override PartName="/xl/workbook.xml" ContentType="main"/></Types>`;
const links = (more: string) =>
  `<Relationships><Relationship Id="rId1" Type="o/worksheet" Target="worksheets/one.xml"/>${more}<Relationship Id="rId2" Type="o/worksheet" Target="/xl/worksheets/two.xml"/></Relationships>`;
const workbook = (calculation: string) =>
  `<workbook xmlns:r="r"><sheets><sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId2"/></sheets>${calculation}<extLst/></workbook>`;
const sheet = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;

const parts: Record<string, string> = {
  '[Content_Types].xml': types('<Override PartName="/xl/calcChain.xml" ContentType="chain"></Override>'),
  'xl/workbook.xml': workbook('<calcPr calcId="191029"/>'),
  'xl/_rels/workbook.xml.rels': links('<Relationship Id="rId9" Type="o/calcChain" Target="calcChain.xml"/>'),
  'xl/worksheets/one.xml': sheet('<c r="A1"><v>1</v></c><c r="B1"><f>A1</f></c>'),
  'xl/worksheets/two.xml': sheet('<c r="A1"><f>1+1</f></c>'),
  'xl/calcChain.xml': '<calcChain/>',
  'xl/charts/chart1.xml': '<chart/>',
};

/** The parts of a workbook after patches, by name and in their order. */
async function patched(source: Record<string, string | Buffer>, patches: SheetPatch[]) {
  const [path, outPath] = [join(directory, 'source.xlsx'), join(directory, 'patched.xlsx')];
  const zip = await ZipWriter.create(path);
  for (const [name, content] of Object.entries(source)) await zip.add(name, content);
  await zip.close();
  const summary = await patchXlsx(path, outPath, patches);
  const archive = await ZipArchive.open(outPath);
  const after: Record<string, string> = {};
  for (const entry of archive.entries) after[entry.name] = (await archive.bytes(entry)).toString();
  await archive.close();
  return { after, summary, isSame: (await readFile(path)).equals(await readFile(outPath)) };
}

const set = (column: number, value: number) => ({ row: 0, column, value });

it('returns the same file where nothing is edited, and counts its formulas', async () => {
  const { isSame, summary } = await patched(parts, [
    { sheet: 'One', edits: [] },
    { sheet: 'Two', edits: [{ row: 7, column: 7, value: null }] },
  ]);
  expect(isSame).toBe(true);
  expect(summary).toEqual({ preservedFormulas: 2, writtenFormulas: 0, removedFormulas: 0, changedCells: 0 });
});

it('changes the sheet, requests recalculation, and leaves every other part', async () => {
  const { after, summary } = await patched(parts, [{ sheet: 'One', edits: [set(0, 5)] }]);
  expect(after).toEqual({
    ...parts,
    'xl/workbook.xml': workbook('<calcPr calcId="191029" fullCalcOnLoad="1"/>'),
    'xl/worksheets/one.xml': sheet('<c r="A1"><v>5</v></c><c r="B1"><f>A1</f></c>'),
  });
  expect(Object.keys(after)).toEqual(Object.keys(parts));
  expect(summary).toEqual({ preservedFormulas: 1, writtenFormulas: 0, removedFormulas: 0, changedCells: 1 });
});

it('drops the calculation chain and all references to it when a formula is gone', async () => {
  const { after } = await patched(parts, [
    { sheet: 'One', edits: [] },
    { sheet: 'Two', edits: [set(0, 5)] },
  ]);
  expect(after['xl/calcChain.xml']).toBeUndefined();
  expect(after['[Content_Types].xml']).toBe(types(''));
  expect(after['xl/_rels/workbook.xml.rels']).toBe(links(''));
});

describe('the request to recalculate', () => {
  it.each([
    ['<calcPr fullCalcOnLoad="0"></calcPr>', '<calcPr fullCalcOnLoad="1"></calcPr>'],
    ['', '<calcPr fullCalcOnLoad="1"/>'],
    ['<bookViews><extLst/></bookViews>', '<bookViews><extLst/></bookViews><calcPr fullCalcOnLoad="1"/>'],
    ['<pivotCaches/>', '<calcPr fullCalcOnLoad="1"/><pivotCaches/>'],
  ])('turns %s into %s', async (before, wanted) => {
    const { after } = await patched({ ...parts, 'xl/workbook.xml': workbook(before) }, [
      { sheet: 'One', edits: [set(0, 5)] },
    ]);
    expect(after['xl/workbook.xml']).toBe(workbook(wanted));
  });
});

it('keeps a byte order mark', async () => {
  const one = `\ufeff${parts['xl/worksheets/one.xml']}`;
  const { after } = await patched({ ...parts, 'xl/worksheets/one.xml': one }, [
    { sheet: 'One', edits: [set(0, 5)] },
  ]);
  expect(after['xl/worksheets/one.xml']).toBe(one.replace('<v>1</v>', '<v>5</v>'));
});

it('converts a sheet in another encoding to UTF-8', async () => {
  const inUtf16 = (xml: string) =>
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'utf16le');
  const { after } = await patched(
    { ...parts, 'xl/worksheets/one.xml': inUtf16(parts['xl/worksheets/one.xml'] ?? '') },
    [{ sheet: 'One', edits: [set(0, 5)] }],
  );
  expect(after['xl/worksheets/one.xml']).toBe(
    parts['xl/worksheets/one.xml']?.replace('<v>1</v>', '<v>5</v>'),
  );
});

it('counts dates from the epoch of the workbook', async () => {
  const since1904 = workbook('').replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
  const { after } = await patched({ ...parts, 'xl/workbook.xml': since1904 }, [
    { sheet: 'One', edits: [{ ...set(0, 45_000), meaning: 'date' }] },
  ]);
  expect(after['xl/worksheets/one.xml']).toContain('<c r="A1"><v>43538</v></c>');
});

it('refuses to change the headings of an Excel table, which its own part repeats', async () => {
  const withTable = {
    ...parts,
    'xl/worksheets/_rels/one.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="o/table" Target="../tables/t.xml"/></Relationships>',
    'xl/tables/t.xml': '<table displayName="Sales" ref="A1:B3"><tableColumns/></table>',
  };
  await expect(patched(withTable, [{ sheet: 'One', edits: [set(0, 5)] }])).rejects.toThrow('Sales');
  await expect(
    patched(withTable, [{ sheet: 'One', edits: [{ row: 1, column: 0, value: 5 }] }]),
  ).resolves.toMatchObject({ summary: { changedCells: 1 } });
});

it('refuses a sheet that does not exist', async () => {
  await expect(patched(parts, [{ sheet: 'Three', edits: [] }])).rejects.toThrow('no worksheet Three');
});
