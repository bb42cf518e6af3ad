import type { TableDiff } from '@workbook-data-service/client/api';
import { RowChanges } from '../../app/file-plan/row-changes.js';
import { TableTitle } from '../../app/table-title.js';
import { useTypeName } from '../../app/type-names.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import styles from './diff.module.css';
import { diffRows } from './diff-rows.js';
import { RowsInContext } from './rows-in-context.js';

const texts = messages(
  {
    added: 'new table',
    removed: 'gone',
    changed: 'changed',
    unchanged: 'unchanged',
    renamed: (from: string) => `was called ${from}`,
    columnAdded: (column: string) => `Column ${column} was added`,
    columnRemoved: (column: string) => `Column ${column} was removed`,
    columnRenamed: (from: string, to: string) => `Column ${from} is now ${to}`,
    columnRetyped: (column: string, from: string, to: string) => `Column ${column}: ${from} is now ${to}`,
    rowsOf: (table: string) => `Changed rows of ${table}`,
    onlyMetadata: 'Its description or state changed, no cell did.',
  },
  {
    added: '新しい表',
    removed: '削除',
    changed: '変更あり',
    unchanged: '変更なし',
    renamed: (from: string) => `旧名「${from}」`,
    columnAdded: (column: string) => `列「${column}」が追加されました`,
    columnRemoved: (column: string) => `列「${column}」が削除されました`,
    columnRenamed: (from: string, to: string) => `列「${from}」は「${to}」になりました`,
    columnRetyped: (column: string, from: string, to: string) => `列「${column}」の型: ${from} → ${to}`,
    rowsOf: (table: string) => `「${table}」の変更された行`,
    onlyMetadata: '説明や状態のみの変更で、セルは変わっていません。',
  },
);

const looks = { added: 'good', removed: 'bad', changed: 'warning', unchanged: 'neutral' } as const;

interface TableDiffProps {
  workbookId: string;
  diff: TableDiff;
  /** Absent for the present state. */
  to: string | undefined;
  isOpen: boolean;
}

/** What became of one table between two states. */
export function TableDifference({ workbookId, diff, to, isOpen }: TableDiffProps) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  return (
    <details className={styles.table} open={isOpen}>
      <summary>
        <h3>
          <TableTitle name={diff.name} />
        </h3>
        <Badge kind={looks[diff.status]}>{text[diff.status]}</Badge>
        {diff.renamed_from !== null && <span>{text.renamed(titleOf(diff.renamed_from))}</span>}
        <RowChanges rows={diff.rows} />
      </summary>
      {diff.status !== 'unchanged' && (
        <div className={styles.inside}>
          <ColumnChanges columns={diff.columns} />
          {diff.cells.length > 0 && (
            <RowsInContext
              workbookId={workbookId}
              tableId={diff.artifact_id}
              asOf={to}
              label={text.rowsOf(titleOf(diff.name))}
              rows={diffRows(diff.cells)}
            />
          )}
          {diff.status === 'changed' && diff.cells.length === 0 && <p>{text.onlyMetadata}</p>}
        </div>
      )}
    </details>
  );
}

function ColumnChanges({ columns }: { columns: TableDiff['columns'] }) {
  const text = useText(texts);
  const nameOfType = useTypeName();
  const said = [
    ...columns.added.map(text.columnAdded),
    ...columns.removed.map(text.columnRemoved),
    ...columns.renamed.map(({ from, to }) => text.columnRenamed(from, to)),
    ...columns.retyped.map(({ column, from, to }) =>
      text.columnRetyped(column, nameOfType(from), nameOfType(to)),
    ),
  ];
  if (said.length === 0) return null;
  return (
    <ul className={styles.columns}>
      {said.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
