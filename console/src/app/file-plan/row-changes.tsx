import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import styles from './file-plan.module.css';

const rows = (count: string): string => (count === '1' ? '1 row' : `${count} rows`);

const texts = messages(
  {
    inserted: (count: string) => `${rows(count)} inserted`,
    updated: (count: string) => `${rows(count)} changed`,
    deleted: (count: string) => `${rows(count)} deleted`,
    cells: (count: string) => (count === '1' ? '1 cell' : `${count} cells`),
    withheld: 'Rows are withheld from you',
  },
  {
    inserted: (count: string) => `${count} 行を追加`,
    updated: (count: string) => `${count} 行を変更`,
    deleted: (count: string) => `${count} 行を削除`,
    cells: (count: string) => `${count} セル`,
    withheld: '行は表示できません',
  },
);

interface RowCounts {
  inserted: number;
  updated: number;
  deleted: number;
}

/** Counts as diffs show them: +2 ~1 −3. */
export function RowChanges({ rows, cells }: { rows: RowCounts | null; cells?: string }) {
  const text = useText(texts);
  const format = useFormat();
  if (rows === null) return <span>{text.withheld}</span>;
  const counted = [
    { sign: '+', kind: 'inserted', count: rows.inserted },
    { sign: '~', kind: 'updated', count: rows.updated },
    { sign: '−', kind: 'deleted', count: rows.deleted },
  ] as const;
  return (
    <span className={styles.counts}>
      {counted
        .filter(({ count }) => count > 0)
        .map(({ sign, kind, count }) => (
          <span key={kind} className={styles[kind]} title={text[kind](format.number(count))}>
            <span aria-hidden>
              {sign}
              {format.number(count)}
            </span>
            <span className="for-screen-readers">{text[kind](format.number(count))}</span>
          </span>
        ))}
      {cells !== undefined && rows.updated > 0 && <span>{text.cells(cells)}</span>}
    </span>
  );
}
