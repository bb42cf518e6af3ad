import { ROW_ID } from '../core/column-types.js';
import type { Cells } from '../core/row-edits.js';
import { identifier, literal } from '../core/sql-text.js';
import type { Engine } from '../engine/engine.js';
import { type GovernedColumn, type GovernedTable, relationOf } from './governed-tables.js';

const MOST_MATCHES = 100_000;

/** For each set of cells the ids of the rows that hold the same values in these columns; empty equals empty. */
export async function matchRows(
  engine: Engine,
  table: GovernedTable,
  columns: GovernedColumn[],
  wanted: Cells[],
  deadlineMs: number,
): Promise<number[][]> {
  const equal = columns.map(({ id, name, type }) => {
    const value = `wanted.cells->>${literal(`$.${id}`)}`;
    return `held.${identifier(name)} is not distinct from cast(${value} as ${type})`;
  });
  const reply = await engine.read({
    workbookId: table.row.workbook_id,
    relations: [relationOf(table, 'rows')],
    sql: `with wanted as (select unnest(from_json($1, '["JSON"]')) as cells, unnest(range($2::bigint)) as i)
          select wanted.i, held.${identifier(ROW_ID)} as id from wanted join rows held on ${equal.join(' and ')} order by all`,
    parameters: [JSON.stringify(wanted), wanted.length],
    output: { kind: 'page', format: 'json', limit: MOST_MATCHES, keys: 0 },
    deadlineMs,
  });
  const matches: number[][] = wanted.map(() => []);
  for (const { i, id } of JSON.parse(reply.page as string) as { i: number; id: number }[])
    matches[i]?.push(id);
  return matches;
}
