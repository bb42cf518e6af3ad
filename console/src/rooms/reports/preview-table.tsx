import type { PreviewPart } from '@workbook-data-service/client/api';
import { LockKeyhole } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';

type Table = Extract<PreviewPart, { kind: 'table' }>;
type Style = NonNullable<Table['rows'][number][number]['style']>;

const isNumber = (type: string): boolean => /INT|DECIMAL|DOUBLE/.test(type);

/** The first rows of a view with its totals, as the report shows them. */
export function PreviewTable({ table, language }: { table: Table; language: 'en' | 'ja' }) {
  const text = useText(reportTexts);
  const format = useFormat();
  const words = reportTexts[language];
  const { columns, rows } = table;
  return (
    <figure className={styles.figure}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={table.title || text.kind_table_view}>
        <table>
          {table.title && <caption>{table.title}</caption>}
          {table.show_header && (
            <thead>
              <tr>
                {columns.map(({ name, type, masked }) => (
                  <th key={name} scope="col" className={isNumber(type) ? styles.number : undefined}>
                    {name}
                    {masked && (
                      <small className={styles.masked} title={text.maskedHint}>
                        <LockKeyhole aria-hidden />
                        {text.masked}
                      </small>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns.length}>{words.noRows}</td>
              </tr>
            )}
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are shown as they are answered.
              <tr key={row}>
                {cells.map((cell, place) => (
                  <td
                    key={columns[place]?.name}
                    className={isNumber(columns[place]?.type ?? '') ? styles.number : undefined}
                    style={cell.style && lookOf(cell.style)}
                  >
                    {columns[place]?.masked ? '•••' : cell.text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {table.totals.length > 0 && (
            <tfoot>
              {table.totals.map(({ fn, cells }) => (
                <tr key={fn}>
                  {cells.map((cell, place) => (
                    <td key={columns[place]?.name} className={cell === null ? undefined : styles.number}>
                      {place === 0 && (cell === null ? words[fn] : <small>{words[fn]} </small>)}
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      </section>
      {rows.length < table.row_count && (
        <p className={styles.hint}>
          {text.someRows(format.number(rows.length), format.number(table.row_count))}
        </p>
      )}
      {columns.length < table.column_count && (
        <p className={styles.hint}>
          {text.someColumns(format.number(columns.length), format.number(table.column_count))}
        </p>
      )}
    </figure>
  );
}

function lookOf({ bold, italic, underline, color, background, align }: Style): CSSProperties {
  return {
    ...(bold && { fontWeight: 600 }),
    ...(italic && { fontStyle: 'italic' }),
    ...(underline && { textDecoration: 'underline' }),
    ...(color && { color }),
    ...(background && { background }),
    ...(align && { textAlign: align }),
  };
}
