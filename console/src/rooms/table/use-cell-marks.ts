import { useMemo } from 'react';
import { messages, useText } from '../../app/text.js';
import type { CellMarks } from '../../grid/types.js';
import type { EditState, TableEdits } from './table-edits.js';
import type { TableRows } from './use-table-rows.js';

const texts = messages({ unsaved: 'not saved' }, { unsaved: '未保存' });

/** What the cells of a table have beyond their values. */
export function useCellMarks(
  rows: TableRows | undefined,
  edits: TableEdits,
  state: EditState,
): CellMarks | undefined {
  const text = useText(texts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state means other pending cells.
  return useMemo((): CellMarks | undefined => {
    if (!rows) return undefined;
    return (row, column) => {
      const name = rows.columns[column]?.name ?? '';
      if (edits.pendingAt(row.id, name)?.hasFailed)
        return { tone: 'bad', corner: 'bad', label: text.unsaved };
      return undefined;
    };
  }, [rows, edits, state, text]);
}
