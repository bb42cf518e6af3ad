import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { Table2 } from 'lucide-react';
import { quotedName } from '../../app/sql/sql-tokens.js';
import { useTypeName } from '../../app/type-names.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useText } from '../../text/text.js';
import styles from './query-page.module.css';
import { queryTexts } from './texts.js';

/** The tables that a statement can read, with their columns; a click writes the name where the cursor is. */
export function TableList({
  tables,
  onInsert,
}: {
  tables: ArtifactSummary[];
  onInsert: (text: string) => void;
}) {
  const text = useText(queryTexts);
  const titleOf = useTableTitle();
  const nameOfType = useTypeName();
  return (
    <section className={styles.tables} aria-label={text.tables}>
      <h2>{text.tables}</h2>
      {tables.map(({ name, table_name, schema }, place) => (
        <details key={name} open={place === 0 && tables.length < 4}>
          <summary>
            <Table2 aria-hidden />
            <span>{titleOf(name)}</span>
          </summary>
          <button
            type="button"
            className={styles.column}
            title={text.insert(name)}
            onClick={() => onInsert(table_name ?? quotedName(name))}
          >
            <code>{table_name ?? quotedName(name)}</code>
          </button>
          {schema?.map((column) => (
            <button
              key={column.name}
              type="button"
              className={styles.column}
              title={text.insert(column.name)}
              onClick={() => onInsert(quotedName(column.name))}
            >
              <span>{column.name}</span>
              <small>{nameOfType(column.type)}</small>
            </button>
          ))}
        </details>
      ))}
    </section>
  );
}
