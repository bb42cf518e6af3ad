import type { TriedParseSpec } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { useTypeName } from '../../app/type-names.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { ProgressBar } from '../../ui/progress.js';
import type { SpecRegion } from './spec-edits.js';
import styles from './tables-pane.module.css';
import { texts } from './texts.js';

type Table = TriedParseSpec['tables'][number];

/** The tables that come of the reading as it is now, with their first rows. */
export function TablesPane({
  tried,
  sheet,
  region,
  isTrying,
}: {
  tried: TriedParseSpec | undefined;
  sheet: string;
  region: SpecRegion | undefined;
  isTrying: boolean;
}) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const tables = tried?.tables.filter((table) => table.sheet === sheet) ?? [];
  const ofRegion = tables.filter(({ regions }) => region && regions.includes(region.id));
  const shown =
    tables.find(
      ({ name }) => name === chosen && (ofRegion.length === 0 || ofRegion.some((one) => one.name === name)),
    ) ??
    ofRegion.find(({ role }) => role === 'table' || role === 'level') ??
    ofRegion[0] ??
    tables.find(({ role }) => role === 'table' || role === 'level') ??
    tables[0];
  return (
    <section className={styles.pane} aria-label={text.tables}>
      <div className={styles.tabs}>
        <h2 className={styles.heading}>{text.tables}</h2>
        <div role="tablist" aria-label={text.tables} className={styles.list}>
          {tables.map(({ name, row_count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={name === shown?.name}
              className={styles.tab}
              title={name}
              onClick={() => setChosen(name)}
            >
              <span className={styles.name}>{titleOf(name)}</span> <Badge>{format.number(row_count)}</Badge>
            </button>
          ))}
        </div>
      </div>
      <div className={styles.progress} aria-live="polite">
        {isTrying && <ProgressBar label={text.trying} />}
      </div>
      {shown ? (
        <Rows table={shown} />
      ) : (
        tried && tried.faults.length === 0 && <p className={styles.none}>{text.noTables}</p>
      )}
    </section>
  );
}

function Rows({ table }: { table: Table }) {
  const text = useText(texts);
  const nameOfType = useTypeName();
  const format = useFormat();
  const numeric = new Set(
    table.columns.filter(({ type }) => type === 'BIGINT' || type === 'DOUBLE').map(({ name }) => name),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard.
    <section className={styles.scroll} tabIndex={0} aria-label={table.name}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.columns.map(({ name, type, unit }) => (
              <th key={name} scope="col">
                {name}
                <small>
                  {nameOfType(type)}
                  {unit && ` · ${unit}`}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows that are tried out have no id.
            <tr key={at}>
              {table.columns.map(({ name }) => (
                <td key={name} className={numeric.has(name) ? styles.number : ''}>
                  {cellText(row[name], format.number)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.row_count > table.rows.length && (
        <p className={styles.none}>{text.firstRows(format.number(table.rows.length))}</p>
      )}
    </section>
  );
}

function cellText(value: unknown, number: (value: number) => string): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? number(value) : String(value);
}
