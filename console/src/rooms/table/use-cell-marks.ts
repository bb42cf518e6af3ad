import { useQuery } from '@tanstack/react-query';
import type { PresentUser } from '@workbook-data-service/client';
import type { AnnotationList, ConflictList } from '@workbook-data-service/client/api';
import { useMemo } from 'react';
import { usePeople } from '../../app/people.js';
import { colourOf } from '../../app/presence.js';
import { exactText } from '../../grid/cell-text.js';
import type { CellMark, CellMarks } from '../../grid/types.js';
import { messages, useText } from '../../text/text.js';
import type { TablePlace } from './first-rows.js';
import { annotationsQuery, commentsQuery, openConflictsQuery } from './table-details.js';
import type { EditState, TableEdits } from './table-edits.js';
import { cellKey, type TableRows } from './use-table-rows.js';

const texts = messages(
  {
    unsaved: 'not saved',
    note: (note: string) => `note: ${note}`,
    overridden: (computed: string) => `overridden; computed is ${computed || 'empty'}`,
    here: (name: string) => `${name} is here`,
    comments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
    conflict: (incoming: string) => `conflict; incoming is ${incoming || 'empty'}`,
  },
  {
    unsaved: '未保存',
    note: (note: string) => `メモ: ${note}`,
    overridden: (computed: string) => `上書き済み。計算値は ${computed || '空'}`,
    here: (name: string) => `${name} さんが選択中`,
    comments: (count: number) => `コメント ${count} 件`,
    conflict: (incoming: string) => `競合あり。取り込まれた値は ${incoming || '空'}`,
  },
);

type Annotation = AnnotationList['annotations'][number];
type Conflict = ConflictList['conflicts'][number];

/** What the cells of a table have beyond their values: notes and styles, overrides, comments, conflicts, what is not saved. */
export function useCellMarks(
  place: TablePlace,
  rows: TableRows | undefined,
  edits: TableEdits,
  state: EditState,
  present: readonly PresentUser[],
): CellMarks | undefined {
  const text = useText(texts);
  const { nameOf } = usePeople(place.workbookId);
  // Not before the rows that they belong to, which would come later for it.
  const enabled = rows !== undefined;
  const { data: annotated } = useQuery({ ...annotationsQuery(place), enabled });
  const { data: comments } = useQuery({ ...commentsQuery(place, false), enabled });
  const { data: conflicting } = useQuery({ ...openConflictsQuery(place), enabled });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state means other pending cells.
  return useMemo((): CellMarks | undefined => {
    if (!rows) return undefined;
    const annotations = new Map(
      (annotated?.annotations ?? []).map((one) => [cellKey(one.row_id, one.column), one]),
    );
    const conflicts = new Map(
      (conflicting?.conflicts ?? [])
        .filter(({ table }) => table === place.table)
        .map((one) => [cellKey(one.row_id, one.column), one]),
    );
    const commented = new Map<string, number>();
    for (const { target } of comments ?? []) {
      const key = cellKey(target.row_id, target.column);
      if (target.kind !== 'table') commented.set(key, (commented.get(key) ?? 0) + 1);
    }
    const others = new Map(present.map((one) => [cellKey(one.row_id, one.column), one.user]));
    return (row, column) => {
      // Asked for every cell at every frame, and most tables have no marks.
      if (
        annotations.size + conflicts.size + commented.size + others.size + rows.overridden.size === 0 &&
        !edits.hasPending
      )
        return undefined;
      const name = rows.columns[column]?.name ?? '';
      const labels: string[] = [];
      const mark: CellMark = {};
      for (const key of [cellKey(null, name), cellKey(row.id, null), cellKey(row.id, name)])
        addAnnotation(mark, annotations.get(key), (note) => labels.push(text.note(note)));
      const computed = rows.overridden.get(cellKey(row.id, name));
      if (computed !== undefined) {
        Object.assign(mark, { corner: 'info' });
        labels.push(text.overridden(exactText(computed)));
      }
      const user = others.get(cellKey(row.id, name));
      if (user !== undefined) {
        mark.outline = colourOf(user);
        labels.push(text.here(nameOf(user)));
      }
      // What is said about a row is marked where the row begins.
      const said =
        (commented.get(cellKey(row.id, name)) ?? 0) +
        ((column === 0 && commented.get(cellKey(row.id, null))) || 0);
      if (said > 0) {
        mark.isCommented = true;
        labels.push(text.comments(said));
      }
      const conflict = conflicts.get(cellKey(row.id, name)) ?? conflicts.get(cellKey(row.id, null));
      if (conflict) addConflict(mark, conflict, (incoming) => labels.push(text.conflict(incoming)));
      if (edits.pendingAt(row.id, name)?.hasFailed) {
        Object.assign(mark, { tone: 'bad', corner: 'bad' });
        labels.push(text.unsaved);
      }
      if (labels.length > 0) mark.label = labels.join('; ');
      return Object.keys(mark).length > 0 ? mark : undefined;
    };
  }, [rows, edits, state, text, annotated, comments, conflicting, present, place.table]);
}

/** A narrower annotation comes later, and says more than a wider one. */
function addAnnotation(
  mark: CellMark,
  annotation: Annotation | undefined,
  note: (text: string) => void,
): void {
  if (!annotation) return;
  const { bold, italic, color, background } = annotation.style;
  if (bold) mark.isBold = true;
  if (italic) mark.isItalic = true;
  if (color) mark.ink = color;
  if (background) mark.fill = background;
  if (!annotation.note) return;
  mark.corner = 'warning';
  note(annotation.note);
}

function addConflict(mark: CellMark, conflict: Conflict, tell: (incoming: string) => void): void {
  mark.tone = 'warning';
  mark.corner = 'warning';
  tell(conflict.masked ? '•••' : exactText(conflict.incoming));
}
