/** The types a column of a stored table may have; the create-table allow-list. */
const simpleTypes = [
  'VARCHAR',
  'BIGINT',
  'INTEGER',
  'DOUBLE',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'JSON',
] as const;

type SimpleType = (typeof simpleTypes)[number];
export type ColumnType = SimpleType | `DECIMAL(${number},${number})`;

const decimal = /^DECIMAL\s*\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/;

/** The canonical spelling of a type given in any letter case, or undefined where it is not allowed. */
export function parseColumnType(text: string): ColumnType | undefined {
  const upper = text.trim().toUpperCase();
  const simple = simpleTypes.find((type) => type === upper);
  if (simple) return simple;
  const match = decimal.exec(upper);
  if (!match) return undefined;
  const precision = Number(match[1]);
  const scale = Number(match[2]);
  return precision >= 1 && precision <= 38 && scale <= precision
    ? `DECIMAL(${precision},${scale})`
    : undefined;
}

/** The name under which every table carries its row identifiers; always the last column. */
export const ROW_ID = '__svc_row_id';
