import { type ColumnType, ROW_ID } from '@workbook-data-service/sheets/values';
import { isSameInFile } from '../../../core/file-precision.js';
import { identifier, literal } from '../../../core/sql-text.js';
import type { CellStates, RowPresence } from '../../../core/three-way-merge.js';
import { cellAs } from '../revision/three-states.js';
import type { HiddenColumn, MergeColumn } from './merge-columns.js';

/** The names of the table as it is now and as the file was exported from it. */
export const TABLE = 'table_rows';
export const EXPORTED = 'exported_rows';

/** The column of a merged file that marks rows which it has without their row ids. */
export const FROM_FILE = 'from_file';

/** The three sides of the merge of a returned file. */
export interface MergeSides {
  /** The file as it was merged before; null if the base is the relation `EXPORTED`. */
  basePath: string | null;
  incomingPath: string;
  columns: readonly MergeColumn[];
  /** Whose cells only the exported version and the table have. */
  unseen: readonly HiddenColumn[];
  /** Whether a cell of a JSON column that was changed to another text stays as it was. */
  skipsInvalidJson: boolean;
}

/**
 * `base_rows` and `current_rows` by `row_id`, `incoming_rows` by `position`, with the same columns of the same types.
 * JSON is text, as a file may have it cut.
 */
export function mergeSides({ basePath, incomingPath, columns }: MergeSides): string {
  const cells = (side: 'base' | 'current' | 'incoming') =>
    columns
      .map((column) => {
        const cell = cellAs(column[side], column);
        return `, ${column.type === 'JSON' ? `cast(${cell} as varchar)` : cell} as ${identifier(column.id)}`;
      })
      .join('');
  const unread = columns.flatMap((column) => (column.unread ? [`, ${identifier(column.unread)}`] : []));
  const rowId = identifier(ROW_ID);
  const base = basePath
    ? `select ${rowId} as row_id, file_row_number as place, ${FROM_FILE} ${cells('base')}
       from read_parquet(${literal(basePath)}, file_row_number = true)`
    : `select ${rowId} as row_id, ${rowId} as place, false as ${FROM_FILE} ${cells('base')} from ${EXPORTED}`;
  return `
    base_rows as (${base}),
    current_rows as (select ${rowId} as row_id ${cells('current')} from ${TABLE}),
    incoming_rows as (
      select position, row_id as given_id ${cells('incoming')} ${unread.join('')}
      from read_parquet(${literal(incomingPath)}))`;
}

export const presence: RowPresence = { inBase: 'in_base', inTable: 'in_table', inFile: 'in_file' };

export function statesOf({ id }: { id: string }): CellStates {
  return { base: `base_${id}`, current: `current_${id}`, incoming: `incoming_${id}` };
}

/** SQL for a state of a cell in the type of its column; NULL for a text that is not JSON. */
export function storedCell(state: string, { type }: { type: ColumnType }): string {
  return type === 'JSON' ? `try_cast(${state} as json)` : state;
}

/**
 * `stated_rows`: every row of the base and of the file, with its three states. A cell that the file merely holds less
 * precisely than the base, or than the table now, has their value, and one that could not be read that of the base. Of unseen columns the base is the exported version; a
 * row that the file brought since began without their cells.
 */
export function statedRows(sides: MergeSides, placedPath: string): string {
  const { unseen } = sides;
  const cells = sides.columns.map((column) => {
    const id = identifier(column.id);
    const [base, current, incoming] = [`base_rows.${id}`, `current_rows.${id}`, `incoming_rows.${id}`];
    const states = statesOf(column);
    const unread = [
      ...(column.unread ? [`incoming_rows.${identifier(column.unread)}`] : []),
      ...(sides.skipsInvalidJson && column.type === 'JSON' ? [`not json_valid(${incoming})`] : []),
    ];
    const isSame = (side: 'base_rows' | 'current_rows') =>
      `(${side}.row_id is not null and ${isSameInFile(`${side}.${id}`, incoming, column.type)})`;
    const isKept = [isSame('base_rows'), ...unread].join(' or ');
    return `, ${base} as ${states.base}, ${current} as ${states.current},
      case when ${isKept} then ${base}
        when ${isSame('current_rows')} then ${current}
        else ${incoming} end as ${states.incoming}`;
  });
  const unseenStates = unseen.map((column) => {
    const { base, current } = statesOf(column);
    return `, unseen_before.${base}, unseen_now.${current}`;
  });
  const rowId = identifier(ROW_ID);
  const unseenBefore = unseen.map(
    (column) => `, ${cellAs(column.exported, column)} as ${statesOf(column).base}`,
  );
  const unseenNow = unseen.map((column) => `, ${identifier(column.id)} as ${statesOf(column).current}`);
  return `${mergeSides(sides)},
    placed_rows as (select * from read_parquet(${literal(placedPath)})),
    unseen_before as (select ${rowId} as row_id ${unseenBefore.join('')} from ${EXPORTED}),
    unseen_now as (select ${rowId} as row_id ${unseenNow.join('')} from ${TABLE}),
    stated_rows as (
      select coalesce(placed_rows.row_id, base_rows.row_id) as row_id, placed_rows.position,
        incoming_rows.given_id is distinct from placed_rows.row_id as ${FROM_FILE},
        base_rows.row_id is not null as ${presence.inBase}, current_rows.row_id is not null as ${presence.inTable},
        placed_rows.row_id is not null as ${presence.inFile} ${cells.join('')} ${unseenStates.join('')}
      from placed_rows
      full join base_rows on base_rows.row_id = placed_rows.row_id
      left join current_rows on current_rows.row_id = coalesce(placed_rows.row_id, base_rows.row_id)
      left join unseen_before on unseen_before.row_id = coalesce(placed_rows.row_id, base_rows.row_id)
      left join unseen_now on unseen_now.row_id = coalesce(placed_rows.row_id, base_rows.row_id)
      left join incoming_rows on incoming_rows.position = placed_rows.position)`;
}
