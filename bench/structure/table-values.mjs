const DAY_MS = 86_400_000;

/** A value of a made table: a number, boolean, text without space around it, ISO date or time, or null. */
export function valueAt(column, row) {
  if (column.type === 'VARCHAR') return textAt(column, row)?.trim() || null;
  if (!column.valid[row]) return null;
  if (column.type === 'BOOLEAN') return column.values[row] === 1;
  if (column.type === 'DATE') return new Date(column.values[row] * DAY_MS).toISOString().slice(0, 10);
  if (column.type === 'TIMESTAMP' || column.type === 'TIMESTAMPTZ')
    return new Date(Number(column.values[row] / 1000n)).toISOString();
  return Number(column.values[row]);
}

/** A text as the engine gets it: by its index among those of the file, if the column says that it has one. */
function textAt({ textAt, shared }, row) {
  const index = shared?.indexAt(row) ?? -1;
  return index === -1 ? textAt(row) : shared.texts.at(index);
}
