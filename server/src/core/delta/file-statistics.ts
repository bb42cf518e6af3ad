import { identifier, literal } from '../sql-text.js';
import type { DeltaColumn, DeltaType } from './delta-types.js';

/** What a file has in a column, as text; null where that is unknown, or every cell is empty. */
export interface ColumnStatistics {
  nulls: number;
  min: string | null;
  max: string | null;
}

/** What is in a file: of the first columns, by their names. */
export interface FileStatistics {
  rows: number;
  columns: Record<string, ColumnStatistics>;
}

/** As many as Delta Lake has by itself. */
const MAX_COLUMNS = 32;
/** Texts may be long; as many characters as Delta Lake keeps. */
const MAX_CHARACTERS = 32;

type Columns = readonly Pick<DeltaColumn<unknown>, 'name' | 'type'>[];

const isDescribed = (type: DeltaType): boolean => type !== 'boolean';

/** SQL for the statistics of a Parquet file, as one row of texts. */
export function statisticsSql(columns: Columns, path: string): string {
  const selected = columns.slice(0, MAX_COLUMNS).flatMap(({ name, type }, i) => {
    const column = identifier(name);
    const nulls = `(count(*) - count(${column}))::varchar as nulls${i}`;
    if (!isDescribed(type)) return [nulls];
    const described = describedSql(column, type);
    return [nulls, `min(${described})::varchar as min${i}`, `max(${described})::varchar as max${i}`];
  });
  return `select count(*)::varchar as rows, ${selected.join(', ')} from read_parquet(${literal(path)})`;
}

function describedSql(column: string, type: DeltaType): string {
  if (type === 'string') return `left(${column}, ${MAX_CHARACTERS + 1})`;
  return type === 'timestamp' ? `epoch_us(${column})` : column;
}

export function readStatistics(columns: Columns, row: Readonly<Record<string, unknown>>): FileStatistics {
  const described = columns.slice(0, MAX_COLUMNS).map(({ name, type }, i): [string, ColumnStatistics] => [
    name,
    {
      nulls: Number(row[`nulls${i}`]),
      ...bounds(type, row[`min${i}`] as string | null, row[`max${i}`] as string | null),
    },
  ]);
  return { rows: Number(row.rows), columns: Object.fromEntries(described) };
}

const noBounds = { min: null, max: null };
const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const isDay = /^\d{4}-\d\d-\d\d$/;

function bounds(
  type: DeltaType,
  min: string | null = null,
  max: string | null = null,
): Omit<ColumnStatistics, 'nulls'> {
  if (min === null || max === null) return noBounds;
  switch (type) {
    case 'string':
      return { min: cut(min), max: [...max].length > MAX_CHARACTERS ? null : max };
    case 'date':
      return isDay.test(min) && isDay.test(max) ? { min, max } : noBounds;
    case 'timestamp':
      return momentBounds(min, max);
    default:
      // Neither JSON nor filters have infinity and NaN.
      return isNumber.test(min) && isNumber.test(max) ? { min, max } : noBounds;
  }
}

/** The beginning of a text comes before it. */
const cut = (text: string): string => [...text].slice(0, MAX_CHARACTERS).join('');

const YEAR_1_MS = -62_135_596_800_000;
const YEAR_9999_END_MS = 253_402_300_799_999;

/** Milliseconds are what Delta Lake has; both are rounded outward. */
function momentBounds(min: string, max: string): Omit<ColumnStatistics, 'nulls'> {
  const [from, to] = [Math.floor(Number(min) / 1000), Math.ceil(Number(max) / 1000)];
  if (!(from >= YEAR_1_MS && to <= YEAR_9999_END_MS)) return noBounds;
  return { min: new Date(from).toISOString(), max: new Date(to).toISOString() };
}

/** The statistics of Delta Lake: JSON text with all digits of numbers. */
export function deltaStatistics({ rows, columns }: FileStatistics, types: Columns): string {
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const described = Object.entries(columns);
  const part = (which: 'min' | 'max') =>
    object(
      described.flatMap(([name, column]) => {
        const value = column[which];
        const type = typeOf.get(name);
        return value === null || type === undefined ? [] : [[name, jsonValue(type, value)]];
      }),
    );
  const nulls = object(described.map(([name, column]) => [name, String(column.nulls)]));
  return `{"numRecords":${rows},"minValues":${part('min')},"maxValues":${part('max')},"nullCount":${nulls}}`;
}

function jsonValue(type: DeltaType, value: string): string {
  return type === 'string' || type === 'date' || type === 'timestamp' ? JSON.stringify(value) : value;
}

const object = (members: readonly (readonly string[])[]): string =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
