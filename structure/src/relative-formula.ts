import { columnIndex } from '@workbook-data-service/sheets/addresses';
import { sheetTokensOf } from '@workbook-data-service/sheets/formula';
import type { Formulas } from '@workbook-data-service/sheets/grid';

const corner = /(\$?)([A-Z]{1,3})(\$?)(\d{1,7})/gi;
/** Longer ones are not copied cell by cell, and take long to split. */
const LONGEST = 2000;

/**
 * A formula with its references counted from its own cell, so that a formula and its copies in other cells are the same
 * text. Row and column count from 0.
 */
export function relativeFormula(formula: string, row: number, column: number): string {
  if (formula.length > LONGEST) return formula;
  return sheetTokensOf(formula)
    .map((token) => {
      if (token.kind !== 'address') return token.text;
      const sheet = token.sheet === null ? '' : `${token.sheet}!`;
      return (
        sheet +
        token.address.replace(corner, (_, fixedColumn, letters, fixedRow, digits) =>
          [
            fixedRow === '$' ? `R${digits}` : `R[${Number(digits) - 1 - row}]`,
            fixedColumn === '$' ? `C${letters.toUpperCase()}` : `C[${columnIndex(letters) - column}]`,
          ].join(''),
        )
      );
    })
    .join('');
}

/** The formulas of a column in this form; those that share one formula of the file are read once. */
export function relativeFormulas(formulas: Formulas, column: number): (row: number) => string | undefined {
  const shared = new Map<unknown, string>();
  return (row) => {
    const origin = formulas.sharedAt?.(row);
    if (!origin) {
      const formula = formulas.get(row);
      return formula === undefined ? undefined : relativeFormula(formula, row, column);
    }
    const known = shared.get(origin) ?? relativeFormula(origin.text, origin.row, origin.column);
    shared.set(origin, known);
    return known;
  };
}
