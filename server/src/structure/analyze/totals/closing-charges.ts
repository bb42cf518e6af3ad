import type { TableEnd } from './table-end.js';

const mostCharged = 8;

/**
 * Tax and shipping between a subtotal and the total. They have a number where the subtotal has one, and nothing else of what
 * the records above have. Or they are named as charges, or none of them has the label that each record begins with. Remarks
 * do not count, as any row may be without.
 */
export function chargesBetween(end: TableEnd): readonly number[] {
  const { cells, region, rows, last, computed } = end;
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
  const statedIn = (subtotal: number) => {
    const filled = filledIn(subtotal);
    const isLabelled = filled.some((column) => labels.has(column));
    return new Set(isLabelled ? filled : [...filled, ...filledIn(end.total)]);
  };
  const areLikeFirst = (first: number) => {
    const stated = statedIn(rows[first] as number);
    return rows.slice(first, last).every((row) => filledIn(row).every((column) => stated.has(column)));
  };
  const recordsBefore = (first: number) => rows.slice(0, first).filter((row) => !computed.has(row));
  const haveLessThanRecords = (first: number, columnsOf: (row: number) => number[]) => {
    const stated = columnsOf(rows[first] as number).length;
    return recordsBefore(first).every((row) => columnsOf(row).length > stated);
  };
  const isNamedCharge = (row: number) => [...labels].some((column) => namesCharge(cells.text(row, column)));
  const areNamed = (first: number) =>
    rows.slice(first, last).every((row) => computed.has(row) || isNamedCharge(row));
  const [leading] = labels;
  const isLed = (row: number) => leading !== undefined && !cells.isBlank(row, leading);
  const areApart = (first: number) =>
    !rows.slice(first, last + 1).some(isLed) && recordsBefore(first).every(isLed);
  const areCharges = (first: number) =>
    areApart(first) ||
    (areLikeFirst(first) &&
      (areNamed(first) || haveLessThanRecords(first, valuesIn) || haveLessThanRecords(first, filledIn)));
  for (let first = Math.max(2, last - mostCharged); first < last; first++)
    if (computed.has(rows[first] as number) && areCharges(first)) return rows.slice(first, last);
  return [];
}

/** `VAT 21%`, `消費税（10％）`, `Shipping`: what is added to a subtotal. */
const namesCharge = (label: string) =>
  /^(?:vat|gst|(?:sales )?tax|shipping|postage|delivery|freight|discount|rounding|tva|mwst|ust|消費税|内税|外税|税額|送料|運賃|値引|お値引き?|端数)(?![a-z])/i.test(
    label.normalize('NFKC').trim(),
  );
