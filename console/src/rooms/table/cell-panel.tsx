import { useQuery } from '@tanstack/react-query';
import { getRowHistory, getRowProvenance } from '@workbook-data-service/client/api';
import { X } from 'lucide-react';
import { OWN_ACTOR, usePeople } from '../../app/people.js';
import { service } from '../../app/service.js';
import { exactText } from '../../grid/cell-text.js';
import type { GridColumn, GridRow } from '../../grid/types.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { CellNote } from './cell-note.js';
import { Origin } from './cell-origin.js';
import { CellOverride } from './cell-override.js';
import type { TablePlace } from './first-rows.js';
import styles from './table-page.module.css';

const texts = messages(
  {
    panel: 'Details of the cell',
    close: 'Close the details',
    choose:
      'Select a cell: its whole value, where it comes from, its note and the history of its row are shown here.',
    title: (column: string, row: string) => `${column}, row ${row}`,
    value: 'Value',
    empty: 'empty',
    origin: 'Where it comes from',
    formula: 'Formula',
    history: 'History of the row',
    none: 'The row is as it was first read.',
    insert: 'added',
    update: 'changed',
    delete: 'deleted',
    change: (column: string, before: string, after: string) => `${column}: ${before} → ${after}`,
  },
  {
    panel: 'セルの詳細',
    close: '詳細を閉じる',
    choose: 'セルを選ぶと、値の全体、出どころ、メモ、行の履歴がここに表示されます。',
    title: (column: string, row: string) => `${column}、行 ${row}`,
    value: '値',
    empty: '空',
    origin: '値の出どころ',
    formula: '数式',
    history: '行の履歴',
    none: 'この行は、読み込まれたときのままです。',
    insert: '追加',
    update: '変更',
    delete: '削除',
    change: (column: string, before: string, after: string) => `${column}: ${before} → ${after}`,
  },
);

interface CellPanelProps {
  place: TablePlace;
  row: GridRow;
  /** Of the row in the grid, from 1: ids of derived rows are long. */
  number: number;
  column: GridColumn;
  value: unknown;
  /** What is computed beneath an override; undefined where there is none. */
  computed: unknown;
  onClose: () => void;
}

/** What is known of the selected cell: its whole value, where it comes from, its note, and what its row was before. */
export function CellPanel({ place, row, number, column, value, computed, onClose }: CellPanelProps) {
  const text = useText(texts);
  const format = useFormat();
  const rowId = Number(row.id);
  return (
    <aside className={styles.panel} aria-label={text.panel}>
      <header>
        <h2>{text.title(column.title ?? column.name, format.number(number))}</h2>
        <IconButton label={text.close} icon={<X />} onClick={onClose} />
      </header>
      <section>
        <h3>{text.value}</h3>
        <p className={styles.value}>{column.badge === 'masked' ? '•••' : exactText(value) || text.empty}</p>
      </section>
      {column.formula && (
        <section>
          <h3>{text.formula}</h3>
          <p className={styles.value}>
            <code>{column.formula}</code>
          </p>
        </section>
      )}
      {computed !== undefined && (
        <CellOverride place={place} rowId={rowId} column={column.name} computed={computed} />
      )}
      <CellNote key={`${rowId} ${column.name}`} place={place} rowId={rowId} column={column.name} />
      <section>
        <h3>{text.origin}</h3>
        <Provenance place={place} rowId={rowId} column={column.name} />
      </section>
      <section>
        <h3>{text.history}</h3>
        <History place={place} rowId={rowId} />
      </section>
    </aside>
  );
}

/** While no cell is selected. */
export function NoCellPanel({ onClose }: { onClose: () => void }) {
  const text = useText(texts);
  return (
    <aside className={styles.panel} aria-label={text.panel}>
      <header>
        <h2>{text.panel}</h2>
        <IconButton label={text.close} icon={<X />} onClick={onClose} />
      </header>
      <p>{text.choose}</p>
    </aside>
  );
}

interface CellProps {
  place: TablePlace;
  rowId: number;
}

function Provenance({ place, rowId, column }: CellProps & { column: string }) {
  const provenance = useQuery({
    queryKey: ['workbook', place.workbookId, 'rows', place.table, 'provenance', rowId],
    queryFn: ({ signal }) =>
      getRowProvenance(service, {
        path: { workbook_id: place.workbookId, name: place.table, row_id: rowId },
        signal,
      }),
  });
  const cell = provenance.data?.cells.find((one) => one.column === column);
  return (
    <>
      <ProblemNotice error={provenance.error} />
      {provenance.isPending && <Loading />}
      {cell && <Origin workbookId={place.workbookId} origin={cell} />}
    </>
  );
}

function History({ place, rowId }: CellProps) {
  const text = useText(texts);
  const people = usePeople(place.workbookId);
  const format = useFormat();
  const history = useQuery({
    queryKey: ['workbook', place.workbookId, 'rows', place.table, 'history', rowId],
    queryFn: ({ signal }) =>
      getRowHistory(service, {
        path: { workbook_id: place.workbookId, name: place.table, row_id: rowId },
        signal,
      }),
  });
  if (history.isPending) return <Loading />;
  const changes = history.data?.changes ?? [];
  if (changes.length === 0)
    return history.error ? <ProblemNotice error={history.error} /> : <p>{text.none}</p>;
  return (
    <ol className={styles.history}>
      {changes.map(({ op_id, at, user_id, actor, change, old, new: now }) => (
        <li key={op_id}>
          <strong>{text[change as 'insert' | 'update' | 'delete'] ?? change}</strong>{' '}
          <time dateTime={at} title={format.dateTime(at)}>
            {format.ago(at)}
          </time>
          {` · ${people.nameOf(user_id)}`}
          {actor !== null && actor !== OWN_ACTOR && ` · ${actor}`}
          <ul>
            {changedColumns(old, now).map((column) => (
              <li key={column}>
                {text.change(
                  column,
                  exactText(old?.[column]) || text.empty,
                  exactText(now?.[column]) || text.empty,
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

type Cells = Record<string, unknown> | null;

/** An update says all cells of both states; only those that differ are of interest. */
function changedColumns(old: Cells, now: Cells): string[] {
  if (!old || !now) return [];
  return Object.keys(now).filter((column) => exactText(old[column]) !== exactText(now[column]));
}
