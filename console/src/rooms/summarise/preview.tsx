import type { QueryAnswer } from '@workbook-data-service/client/api';
import { isNumeric } from '../../app/column-types.js';
import { shownText } from '../../grid/cell-text.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import styles from './summarise.module.css';
import { texts } from './texts.js';

/** The first rows of what would be made. */
export function Preview({ result }: { result: QueryAnswer }) {
  const text = useText(texts);
  const format = useFormat();
  const { language } = usePreferences();
  const { rows, row_count: count } = result;
  // Ids are those of the rows below it; what is made has ids of its own.
  const columns = result.columns.filter(({ name }) => name !== '__svc_row_id');
  const shown = format.number(rows.length);
  return (
    <>
      <p role="status">
        {rows.length < count ? text.firstOf(shown, format.number(count)) : text.rows(shown)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard too. */}
      <section className={styles.scroll} aria-label={text.preview} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ name, type }) => (
                <th key={name} scope="col" className={isNumeric(type) ? styles.number : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no names.
              <tr key={at}>
                {columns.map(({ name, type }) => (
                  <td key={name} className={isNumeric(type) ? styles.number : undefined}>
                    {shownText(row[name], { name, type }, language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
