import type { Parts } from '../open-parts.js';
import { xlsbRecords } from '../xlsb-records.js';
import { ByteReader } from './byte-reader.js';
import { known } from './formula-book.js';
import {
  type CellFormula,
  FormulaBudget,
  FormulaCollector,
  type StoredFormula,
} from './formula-collector.js';
import { xlsbLayout } from './formula-layouts.js';
import { readXlsbBook } from './xlsb-formula-book.js';
import { XlsbLinks } from './xlsb-links.js';

const ROW = 0x00;
const ARRAY = 0x1aa;
const SHARED = 0x1ab;
/** Cells with a formula by the bytes between their style and the formula; a text has its own length. */
const TEXT_CELL = 0x08;
const otherCells = new Map([
  [0x09, 10],
  [0x0a, 3],
  [0x0b, 3],
]);

/** The formulas of each sheet of an xlsb file, in the order of the sheets. */
export function readXlsbFormulas(parts: Parts): CellFormula[][] {
  const part = [...parts.keys()].find((name) => /(^|\/)workbook\.bin$/i.test(name));
  if (part === undefined) return [];
  const links = new XlsbLinks(parts);
  const book = readXlsbBook(links, part);
  const budget = new FormulaBudget();
  return book.sheetParts.map((name) => {
    const sheet = links.part(name);
    return sheet ? formulasOf(sheet, new FormulaCollector(xlsbLayout, () => book, budget)) : [];
  });
}

function formulasOf(part: Buffer, formulas: FormulaCollector): CellFormula[] {
  let row = 0;
  for (const { type, contentAt, endsAt } of xlsbRecords(part)) {
    if (type !== ROW && type !== ARRAY && type !== SHARED && type !== TEXT_CELL && !otherCells.has(type))
      continue;
    const reader = new ByteReader(part.subarray(contentAt, endsAt));
    known(() => {
      if (type === ROW) row = reader.uint32();
      else if (type === ARRAY || type === SHARED) {
        const top = reader.uint32();
        reader.skip(4);
        const left = reader.uint32();
        reader.skip(type === ARRAY ? 5 : 4);
        formulas.share({ row: top, column: left }, formulaOf(reader));
      } else {
        const column = reader.uint32();
        reader.skip(4);
        if (type === TEXT_CELL) reader.xlsbText();
        reader.skip(otherCells.get(type) ?? 2);
        formulas.add({ row, column }, formulaOf(reader));
      }
    });
  }
  return formulas.finish();
}

function formulaOf(reader: ByteReader): StoredFormula {
  const tokens = reader.take(reader.uint32());
  return { tokens, extras: reader.isAtEnd ? Buffer.alloc(0) : reader.take(reader.uint32()) };
}
