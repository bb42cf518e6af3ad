import type { ReactNode } from 'react';
import { messages, useText } from '../../text/text.js';
import { CellText } from './cell-text.js';
import styles from './diff.module.css';
import type { DiffRow } from './diff-rows.js';

const texts = messages(
  {
    row: 'Row',
    insert: 'inserted',
    update: 'changed',
    delete: 'deleted',
    new: 'new',
  },
  {
    row: '行',
    insert: '追加',
    update: '変更',
    delete: '削除',
    new: '新規',
  },
);

const signs = { insert: '+', update: '~', delete: '−' } as const;

interface DiffTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly DiffRow[];
  /** Cells that are the same on both sides, where they are known. */
  sameCells?: ((row: DiffRow, column: string) => unknown) | undefined;
}

/** Rows that came, went or changed, in the colours of a diff. */
export function DiffTable({ label, columns, rows, sameCells }: DiffTableProps) {
  const text = useText(texts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.grid} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{text.row}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.rowId} className={styles[row.change]}>
              <th scope="row">
                <span className={styles.sign} title={text[row.change]}>
                  <span aria-hidden>{signs[row.change]}</span>
                  <span className="for-screen-readers">{text[row.change]}</span>
                </span>
                {row.rowId < 0 ? text.new : row.rowId}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <DiffCell row={row} column={column} same={sameCells?.(row, column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function DiffCell({ row, column, same }: { row: DiffRow; column: string; same: unknown }): ReactNode {
  const cell = row.cells.get(column);
  if (!cell)
    return (
      same !== null &&
      same !== undefined && (
        <span className={styles.same}>
          <CellText value={same} />
        </span>
      )
    );
  if (row.change !== 'update') return <CellText value={row.change === 'insert' ? cell.new : cell.old} />;
  return (
    <>
      <del>
        <CellText value={cell.old} />
      </del>{' '}
      <ins>
        <CellText value={cell.new} />
      </ins>
    </>
  );
}
