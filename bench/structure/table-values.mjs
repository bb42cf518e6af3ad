const DAY_MS = 86_400_000;

/** A value of a made table: a number, boolean, text without space around it, ISO date or time, or null. */
export function valueAt(column, row) {
  if (column.type === 'VARCHAR') return column.textAt(row)?.trim() || null;
  if (!column.valid[row]) return null;
  if (column.type === 'BOOLEAN') return column.values[row] === 1;
  if (column.type === 'DATE') return new Date(column.values[row] * DAY_MS).toISOString().slice(0, 10);
  if (column.type === 'TIMESTAMP' || column.type === 'TIMESTAMPTZ')
    return new Date(Number(column.values[row] / 1000n)).toISOString();
  return Number(column.values[row]);
}
