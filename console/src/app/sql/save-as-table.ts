import { type ParameterValues, quotedName, withValues } from './sql-tokens.js';

interface Input {
  placeholder: string;
  table: string;
}

/** A statement over tables of the workbook as the code and args of a transform. */
export function transformOf(
  sql: string,
  values: ParameterValues,
  tables: readonly string[],
): { code: string; args: Record<string, string> } {
  const inputs = tables.map((table, place) => ({ placeholder: placeholderOf(table, place), table }));
  return {
    code: withInputs(withValues(sql, values).replace(/[\s;]+$/, ''), inputs),
    args: Object.fromEntries(inputs.map(({ placeholder, table }) => [placeholder, table])),
  };
}

/** Placeholders are plain words; a table whose name is not one gets a word of its own. */
function placeholderOf(table: string, place: number): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(table) ? table : `input_${place + 1}`;
}

const UP_TO_WITH = /^((?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*)with\s+(recursive\s+)?/i;

/** Names each input once, at the top, and leaves the statement below as it was written. */
function withInputs(sql: string, inputs: readonly Input[]): string {
  if (inputs.length === 0) return sql;
  const named = inputs
    .map(({ placeholder, table }) => `${quotedName(table)} as (select * from {{ ${placeholder} }})`)
    .join(',\n  ');
  const [opening, comments = '', recursive = ''] = UP_TO_WITH.exec(sql) ?? [];
  if (opening === undefined) return `with ${named}\n${sql}`;
  return `${comments}with ${recursive}${named},\n  ${sql.slice(opening.length)}`;
}
