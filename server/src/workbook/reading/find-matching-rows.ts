import type { Cells, CellValue } from '@workbook-data-service/sheets/values';
import { ROW_ID } from '@workbook-data-service/sheets/values';
import { identifier } from '../../core/sql-text.js';
import { mapInSlices } from '../../core/time-slices.js';
import { type GovernedColumn, type ReadableTable, relationOf } from '../governance/governed-tables.js';
import { retryingLostFiles } from '../retry-lost-files.js';
import { storesOf } from '../stores.js';
import type { WorkbookData } from '../workbook-data.js';

/** More are not found. */
export const MAX_MATCHES = 100_000;

/** The ids of the rows that have the same values in these columns, for each set of cells; NULL equals NULL. */
export const findMatchingRows = retryingLostFiles(
  async (
    data: WorkbookData,
    table: ReadableTable,
    columns: GovernedColumn[],
    wanted: Cells[],
  ): Promise<number[][]> => {
    const { engine, queryTimeoutMs } = storesOf(data);
    // A list of texts per column: looking up a cell by name in the JSON of its row would scan the whole row each time.
    const lists = await mapInSlices(columns, ({ id, type }) =>
      JSON.stringify(wanted.map((cells) => asText(cells[id], type))),
    );
    const unnested = columns.map(
      ({ type }, c) => `cast(unnest(from_json($${c + 2}, '["VARCHAR"]')) as ${type}) as w${c}`,
    );
    const equal = columns.map(({ name }, c) => `held.${identifier(name)} is not distinct from wanted.w${c}`);
    const reply = await engine.read({
      workbookId: table.record.workbook_id,
      relations: [relationOf(table, 'rows')],
      sql: `with wanted as materialized (select unnest(range($1::bigint)) as i, ${unnested.join(', ')})
          select wanted.i, held.${identifier(ROW_ID)} as id from wanted join rows held on ${equal.join(' and ')} order by all`,
      parameters: [wanted.length, ...lists],
      output: { kind: 'page', format: 'json', limit: MAX_MATCHES, keys: 0 },
      deadlineMs: queryTimeoutMs,
    });
    const matches: number[][] = wanted.map(() => []);
    for (const { i, id } of JSON.parse(reply.page as string) as { i: number; id: number }[])
      matches[i]?.push(id);
    return matches;
  },
);

/** A text that the engine can cast to the type of the column. */
function asText(value: CellValue | undefined, type: string): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' && type !== 'JSON' ? value : JSON.stringify(value);
}
