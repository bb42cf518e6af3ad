import { Link } from '@tanstack/react-router';
import type { Conflict } from '@workbook-data-service/client/api';
import { TableTitle } from '../../app/table-title.js';
import { messages, useText } from '../../text/text.js';
import { CellText } from './cell-text.js';
import styles from './conflicts.module.css';

const texts = messages(
  {
    base: 'Both began with',
    here: 'Here',
    incoming: 'From the file',
    beneath: 'Was beneath',
    kept: 'Your edit',
    now: 'Is beneath now',
    masked: 'hidden from you',
    deleted: 'row deleted',
    row: (id: number) => `row ${id}`,
    whole: 'whole row',
    hiddenChanged: 'Cells of this row that you may not see were changed here as well.',
  },
  {
    base: '元の値',
    here: 'ここでの値',
    incoming: 'ファイルの値',
    beneath: '元の計算値',
    kept: 'あなたの編集',
    now: '現在の計算値',
    masked: '非表示',
    deleted: '行を削除',
    row: (id: number) => `行 ${id}`,
    whole: '行全体',
    hiddenChanged: 'この行では、閲覧権限のないセルも、ここで変更されています。',
  },
);

interface ConflictSidesProps {
  workbookId: string;
  conflict: Conflict;
  /** By what people know its row. */
  rowTitle?: string | undefined;
}

/** What both sides began with, what stands here, and what came, side by side. */
export function ConflictSides({ workbookId, conflict, rowTitle }: ConflictSidesProps) {
  const text = useText(texts);
  const { kind, table, row_id: rowId, column, masked } = conflict;
  const isKept = kind === 'stale_override';
  const sides = [
    { name: 'base', title: isKept ? text.beneath : text.base, value: conflict.base },
    { name: 'here', title: isKept ? text.kept : text.here, value: conflict.previous },
    { name: 'incoming', title: isKept ? text.now : text.incoming, value: conflict.incoming },
  ] as const;
  return (
    <div className={styles.sides}>
      <p className={styles.place}>
        <Link
          to="/workbooks/$workbookId/tables/$table"
          params={{ workbookId, table }}
          search={{ row: rowId, ...(column !== null && { column }) }}
        >
          <TableTitle name={table} />
        </Link>{' '}
        · {column ?? text.whole} · {rowTitle ?? text.row(rowId)}
      </p>
      <dl className={styles.values}>
        {sides.map(({ name, title, value }) => (
          <div key={name} className={styles[name]}>
            <dt>{title}</dt>
            <dd>
              {masked && <em>{text.masked}</em>}
              {!masked && column === null && <RowValue value={value} gone={text.deleted} />}
              {!masked && column !== null && <CellText value={value} />}
            </dd>
          </div>
        ))}
      </dl>
      {conflict.hidden_changed && <p>{text.hiddenChanged}</p>}
    </div>
  );
}

/** The cells of a whole row, of which null stands for one that was deleted. */
function RowValue({ value, gone }: { value: unknown; gone: string }) {
  if (typeof value !== 'object' || value === null) return <em>{gone}</em>;
  return (
    <ul className={styles.row}>
      {Object.entries(value).map(([column, cell]) => (
        <li key={column}>
          <span>{column}</span> <CellText value={cell} />
        </li>
      ))}
    </ul>
  );
}
