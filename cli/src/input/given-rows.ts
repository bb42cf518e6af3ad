import type { Table } from '@workbook-data-service/client/api';
import { CommandError } from '../exit-code.js';
import { textArgument } from '../text-argument.js';
import { csvRecords } from './csv-records.js';

export const ROW_ID = '__svc_row_id';

export type Cells = Record<string, unknown>;

/** `qty=7`; nothing after the sign is no value, and `""` an empty text. */
export function cellsOf(assignments: readonly string[]): Cells {
  return Object.fromEntries(
    assignments.map((text) => {
      const [, name, value = ''] = /^(.+?)=(.*)$/su.exec(text) ?? [];
      if (name === undefined) throw new CommandError(`${text} is not of the form column=value.`);
      return [name, value === '' ? null : value === '""' ? '' : value];
    }),
  );
}

/** The rows of a csv file, or of JSON: a list, or a line for each row, as `wds rows --json` prints them. */
export async function rowsIn(file: string): Promise<Cells[]> {
  const text = await textArgument(file === '-' ? '-' : `@${file}`);
  const isJson = /^\s*[[{]/.test(text);
  const rows = isJson ? jsonRows(text, file) : csvRecords(text, file);
  return rows.map(withRowIdAsNumber);
}

function jsonRows(text: string, file: string): Cells[] {
  try {
    if (text.trimStart().startsWith('[')) return JSON.parse(text) as Cells[];
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Cells]));
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${(error as Error).message}`, 'refused');
  }
}

/** A csv file has only texts. */
function withRowIdAsNumber(cells: Cells): Cells {
  const { [ROW_ID]: id, ...others } = cells;
  if (id === undefined || id === null) return others;
  return { [ROW_ID]: typeof id === 'string' ? Number(id) : id, ...others };
}

/** Texts of columns that hold JSON; texts of other columns are read by the service as what they hold. */
export function withJson(rows: readonly Cells[], { schema }: Pick<Table, 'schema'>): Cells[] {
  const structured = new Set((schema ?? []).flatMap(({ name, type }) => (type === 'JSON' ? [name] : [])));
  if (structured.size === 0) return [...rows];
  const parsed = (name: string, value: unknown): unknown => {
    if (!structured.has(name) || typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  };
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parsed(name, value)])),
  );
}
