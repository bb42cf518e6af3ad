import { errorCodes } from '../formula/formula-ast.js';
import { errorOf, type Scalar, VALUE } from '../formula/formula-values.js';
import { CellKind, type Sheet, textIndexAt } from '../grid/grid.js';

/** What a cell of a file contains, as formulas see it. */
export function storedValue({ columns, texts }: Sheet, row: number, column: number): Scalar {
  const cells = columns[column];
  if (!cells) return null;
  const slot = row - cells.firstRow;
  const value = cells.values[slot] ?? 0;
  const text = () => texts.at(textIndexAt(cells.values, slot)) ?? '';
  switch (cells.kinds[slot]) {
    case CellKind.number:
    case CellKind.date:
      return value;
    case CellKind.boolean:
      return value === 1;
    case CellKind.text:
      return text();
    case CellKind.error: {
      const code = errorCodes.find((one) => one === text());
      return code ? errorOf(code) : VALUE;
    }
    default:
      return null;
  }
}
