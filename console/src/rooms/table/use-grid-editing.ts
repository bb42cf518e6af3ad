import { useMemo, useState } from 'react';
import type { GridEditing } from '../../grid/editing.js';
import { rectangleOf, type Selection } from '../../grid/selection.js';
import { useText } from '../../text/text.js';
import { showToast } from '../../ui/toasts.js';
import { tableTexts } from './table-texts.js';
import type { useTableEdits } from './use-table-edits.js';
import type { TableRows } from './use-table-rows.js';

/** What typing, pasting and deleting in the grid do; none of it where the reader may not edit. */
export function useGridEditing(
  edits: ReturnType<typeof useTableEdits>,
  rows: TableRows | undefined,
  mayEdit: boolean,
) {
  const text = useText(tableTexts);
  const [hasSaved, setHasSaved] = useState(false);
  const columns = rows?.columns;
  const editing = useMemo((): GridEditing | undefined => {
    if (!columns || !mayEdit) return undefined;
    return {
      canEdit: (column) => !columns[column]?.badge,
      refuse: (place) => {
        const column = columns[place];
        if (column?.formula) showToast({ text: text.computed(column.title ?? column.name) });
        else if (column?.badge === 'masked') showToast({ text: text.masked(column.title ?? column.name) });
      },
      apply: (edit) => {
        setHasSaved(true);
        edits.apply(edit, columns);
      },
      undo: () => void edits.step('back'),
      redo: () => void edits.step('forward'),
    };
  }, [columns, edits, mayEdit, text]);

  async function remove(selection: Selection): Promise<void> {
    if (!rows) return;
    const { first, end } = rectangleOf(selection).rows;
    const found = await rows.source.read(first, end, new AbortController().signal);
    if (!(await edits.remove(found.flatMap(({ id }) => id ?? [])))) return;
    showToast({
      text: text.deleted(found.length),
      action: { label: text.undo, onClick: () => void edits.step('back') },
    });
  }

  return {
    editing,
    hasSaved,
    remove,
    addRow: () => editing?.apply({ changes: [], added: [{ column: 0, texts: [] }] }),
    /** After an op that another part of the page made. */
    showReplaced: (opId: number, cells: number) =>
      showToast({
        text: text.replaced(cells),
        action: { label: text.undo, onClick: () => void edits.takeBack(opId) },
      }),
  };
}
