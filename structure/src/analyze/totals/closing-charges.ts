import { ClosingLayout } from './closing-layout.js';
import type { TableEnd } from './table-end.js';

const maxCharged = 8;

/**
 * Tax and shipping right above the last total: from the subtotal on, or from the first row that is labelled where every record
 * has a number.
 */
export function chargesAbove(end: TableEnd): readonly number[] {
  const { rows, last, computed } = end;
  for (let first = Math.max(2, last - maxCharged); first < last; first++) {
    const charges = rows.slice(first, last);
    const records = rows.slice(0, first).filter((row) => !computed.has(row));
    const layout = new ClosingLayout(end, records);
    const areApart = () =>
      charges.every((row) => layout.isLabelledOverBlanks(row)) ||
      [...charges, end.total].every((row) => layout.lacksKey(row));
    if (
      (records.length > 1 && charges.every((row) => layout.isLabelledOverNumbers(row))) ||
      (computed.has(rows[first] as number) && (areApart() || areLikeSubtotal(end, charges, records)))
    )
      return charges;
  }
  return [];
}

/**
 * Whether rows fill only what the subtotal above them does, which is less than any record, or are called charges. Remarks do
 * not count, as any row may be without.
 */
function areLikeSubtotal(end: TableEnd, charges: readonly number[], records: readonly number[]): boolean {
  const { cells, region, computed } = end;
  const [subtotal = -1] = charges;
  const labels = new Set(end.labelColumns);
  const remarks = new Set(
    region.columns.filter(({ role }) => role === 'attribute').map(({ source }) => source),
  );
  const filledIn = (row: number) => {
    const filled = end.filledIn(row);
    return filled.filter((column) => !remarks.has(column) || column === filled[0]);
  };
  const valuesIn = (row: number) => filledIn(row).filter((column) => !labels.has(column));
  // A subtotal may do without a label, unlike the total.
  const isLabelled = filledIn(subtotal).some((column) => labels.has(column));
  const stated = new Set([...filledIn(subtotal), ...(isLabelled ? [] : filledIn(end.total))]);
  const hasLess = (columnsOf: (row: number) => number[]) =>
    records.every((row) => columnsOf(row).length > columnsOf(subtotal).length);
  const isCharge = (row: number) =>
    computed.has(row) || [...labels].some((column) => namesCharge(cells.text(row, column)));
  return (
    charges.every((row) => filledIn(row).every((column) => stated.has(column))) &&
    (charges.every(isCharge) || hasLess(valuesIn) || hasLess(filledIn))
  );
}

/** `VAT 21%`, `消費税（10％）`, `Shipping`: what is added to a subtotal. */
const namesCharge = (label: string) =>
  /^(?:vat|gst|(?:sales )?tax|shipping|postage|delivery|freight|discount|rounding|tva|mwst|ust|消費税|内税|外税|税額|送料|運賃|値引|お値引き?|端数)(?![a-z])/i.test(
    label.normalize('NFKC').trim(),
  );
