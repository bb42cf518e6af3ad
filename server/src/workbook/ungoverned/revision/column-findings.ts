import { ROW_ID } from '@workbook-data-service/sheets/values';
import { castExpression, lossyCondition } from '../../../core/column-changes.js';
import { identifier } from '../../../core/sql-text.js';
import { isFollowed, type PairedColumn } from './pair-columns.js';
import type { ColumnFindings, TypedColumn } from './plan-columns.js';
import { TABLE, type ThreeStates } from './three-states.js';

/** A column of the table that is missing in the new file, as in the table and in the previous file. */
interface LostColumn {
  current: TypedColumn;
  base: TypedColumn;
}

/** SQL for one row with findings about the cells of each column whose type alone is not enough to decide. */
export function columnFindingsSql(
  { base, incoming }: Pick<ThreeStates, 'base' | 'incoming'>,
  pairs: readonly PairedColumn[],
  lost: readonly LostColumn[],
): string {
  const fits = retyped(pairs).map(
    (pair) => `coalesce(bool_and(${fitsSql(pair)}), true) as ${identifier(fitsName(pair.id))}`,
  );
  const edits = lost.map(({ base, current }) => {
    const before = castExpression(`base_rows.${identifier(base.id)}`, base.type, current.type);
    const isEdited = `${TABLE}.${identifier(current.id)} is distinct from ${before}`;
    return `coalesce(bool_or(${isEdited}), false) as ${identifier(editedName(current.id))}`;
  });
  return `select * from
    (select ${['count(*) as incoming_count', ...fits].join(', ')} from ${incoming} incoming_rows),
    (select ${['count(*) as common_count', ...edits].join(', ')}
     from ${TABLE} join ${base} base_rows using (${identifier(ROW_ID)}))`;
}

export function readColumnFindings(
  row: Readonly<Record<string, unknown>>,
  pairs: readonly PairedColumn[],
  lost: readonly LostColumn[],
): ColumnFindings {
  const asked = new Set(retyped(pairs));
  const fitting = pairs.filter((pair) => !asked.has(pair) || row[fitsName(pair.id)] === true);
  const edited = lost.filter(({ current }) => row[editedName(current.id)] === true);
  return {
    fitting: new Set(fitting.map(({ id }) => id)),
    edited: new Set(edited.map(({ current }) => current.id)),
  };
}

const fitsName = (id: string) => `fits_${id}`;
const editedName = (id: string) => `edited_${id}`;

function retyped(pairs: readonly PairedColumn[]): PairedColumn[] {
  return pairs.filter((pair) => isFollowed(pair) && pair.current && pair.current.type !== pair.incoming.type);
}

/**
 * For a type that a person chose, a cast without loss is enough; for an inferred type, the value must also survive
 * the cast back, so that `007` does not become 7.
 */
function fitsSql({ incoming, base, current }: PairedColumn): string {
  const type = current?.type ?? incoming.type;
  const value = `incoming_rows.${identifier(incoming.id)}`;
  if (base && base.type !== type) return `not (${lossyCondition(value, incoming.type, type)})`;
  const andBack = castExpression(castExpression(value, incoming.type, type), type, incoming.type);
  return `${andBack} is not distinct from ${value}`;
}
