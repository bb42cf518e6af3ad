import type { ParseSpec } from '@workbook-data-service/client/api';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { useTableTitle } from '../use-table-title.js';
import styles from './reading-choice.module.css';
import { readingTexts } from './reading-texts.js';

type Picture = NonNullable<ParseSpec['sheets'][number]['chosen']>;
type Table = Picture['tables'][number];

/** One way to read a sheet: what speaks for it, and the beginnings of its tables. */
export function ReadingPicture({
  picture,
  confidence,
  onTake,
  isTaking = false,
}: {
  picture: Picture;
  /** Absent for the reading that is followed. */
  confidence?: number;
  onTake?: (() => void) | undefined;
  isTaking?: boolean;
}) {
  const text = useText(readingTexts);
  const format = useFormat();
  const { language } = usePreferences();
  const [name = '', ...reasons] = picture.why.map((said) => messageText(said, language));
  const more = picture.table_count - picture.tables.length;
  const isFollowed = confidence === undefined;
  return (
    <li className={`${styles.picture} ${isFollowed ? styles.followed : ''}`} aria-label={name}>
      <div className={styles.name}>
        <strong>{name}</strong>
        {isFollowed ? (
          <Badge>{text.followed}</Badge>
        ) : (
          <span className={styles.soft}>{text.confidence(format.percent(confidence))}</span>
        )}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className={styles.soft}>
          {reason}
        </p>
      ))}
      <div className={styles.tables}>
        {picture.tables.map((table) => (
          <TablePicture key={table.name} table={table} />
        ))}
        {more > 0 && <p className={styles.soft}>{text.moreTables(format.number(more))}</p>}
      </div>
      {onTake && (
        <Button aria-label={text.takeNamed(name)} disabled={isTaking} onClick={onTake}>
          {text.take}
        </Button>
      )}
    </li>
  );
}

function TablePicture({ table }: { table: Table }) {
  const text = useText(readingTexts);
  const titleOf = useTableTitle();
  const format = useFormat();
  return (
    <div className={styles.table}>
      <span className={styles.tableName}>
        {titleOf(table.name)}{' '}
        <span className={styles.soft}>
          {text.size(format.number(table.rows), format.number(table.column_count))}
        </span>
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard. */}
      <section className={styles.scroll} tabIndex={0} aria-label={table.name}>
        <table>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.first_rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a picture have no id.
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={table.columns[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
