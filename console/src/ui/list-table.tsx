import type { CSSProperties, ReactNode } from 'react';
import styles from './list-table.module.css';

/**
 * A short list with columns, such as tokens or members. Tables of a workbook are shown by the grid. On a narrow screen each
 * row is a card, where the heading of a column stands before each of its cells; a last column without a visible heading is
 * what can be done with the row, in the corner of its card.
 */
export function ListTable({
  label,
  head,
  children,
}: {
  label: string;
  head: ReactNode[];
  children: ReactNode;
}) {
  const last = head.at(-1);
  const isActing = typeof last !== 'string' || last === '';
  return (
    <div className={styles.scroll}>
      <table
        className={`${styles.table} ${isActing ? styles.acting : ''}`}
        aria-label={label}
        style={headings(head)}
      >
        <thead>
          <tr>
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a list stay as they are.
              <th key={place} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** For the style sheet, which shows them before the cells. */
function headings(head: ReactNode[]): CSSProperties {
  const texts = head.map((cell, place) => [
    `--head-${place + 1}`,
    JSON.stringify(typeof cell === 'string' ? cell : ''),
  ]);
  return Object.fromEntries(texts) as CSSProperties;
}
