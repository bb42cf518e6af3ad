import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { ChevronRight, FileSpreadsheet, Sigma, Table2 } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { recentTables, rememberTable } from '../../app/recent-tables.js';
import { NarrowTableTitle } from '../../app/table-title.js';
import { sourcesQuery, tablesQuery } from '../../app/workbook-queries.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { SearchField } from '../../ui/search-field.js';
import { SideLink } from '../../ui/side-layout.js';
import { foundTables, tableGroups } from './side-tables.js';
import styles from './workbook-side.module.css';

const texts = messages(
  {
    tables: 'Tables',
    find: 'Find a table',
    recent: 'Recent',
    derived: 'Derived',
    none: 'No table has these words',
    stale: 'stale',
  },
  {
    tables: '表',
    find: '表を検索',
    recent: '最近開いた表',
    derived: '派生表',
    none: '見つかりませんでした',
    stale: '要再計算',
  },
);

/** Fewer are found at a glance. */
const WORTH_A_SEARCH = 8;

/** All tables of the workbook, by the file that they come from. */
export function TableLinks({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const format = useFormat();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed);
  const tables = useQuery(tablesQuery(workbookId)).data?.artifacts;
  const files = useQuery(sourcesQuery(workbookId)).data?.sources ?? [];
  const { table: open } = useParams({ strict: false });
  useEffect(() => {
    if (open !== undefined) rememberTable(workbookId, open);
  }, [workbookId, open]);
  if (!tables || tables.length === 0) return null;
  const isMany = tables.length > WORTH_A_SEARCH;
  const found = foundTables(tables, files, words);
  // The open one is marked in the list below.
  const recent = recentTables(workbookId)
    .filter((name) => name !== open)
    .flatMap((name) => tables.find((table) => table.name === name) ?? []);
  const links = (list: readonly ArtifactSummary[]) => (
    <ul>
      {list.map((table) => (
        <TableLink key={table.id ?? table.name} workbookId={workbookId} table={table} />
      ))}
    </ul>
  );
  return (
    <section className={styles.tables} aria-label={text.tables}>
      <div className={styles.heading}>
        <span>{text.tables}</span>
        <small>{format.number(tables.length)}</small>
      </div>
      {isMany && (
        <search className={styles.search}>
          <SearchField
            label={text.find}
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            onKeyDown={({ key }) => {
              const [first] = foundTables(tables, files, typed);
              if (key !== 'Enter' || !typed || !first) return;
              void navigate({
                to: '/workbooks/$workbookId/tables/$table',
                params: { workbookId, table: first.name },
              });
            }}
          />
        </search>
      )}
      <div className={styles.list}>
        {words ? (
          found.length > 0 ? (
            links(found)
          ) : (
            <p className={styles.none} role="status">
              {text.none}
            </p>
          )
        ) : (
          <>
            {isMany && recent.length > 0 && <Group title={text.recent}>{links(recent.slice(0, 3))}</Group>}
            {tableGroups(tables, files).map((group) =>
              group.kind === 'single' ? (
                <div key="single">{links(group.tables)}</div>
              ) : (
                <Group
                  key={group.kind === 'derived' ? 'derived' : group.tables[0]?.source_id}
                  icon={group.kind === 'file' && <FileSpreadsheet aria-hidden />}
                  title={group.kind === 'file' ? group.name : text.derived}
                >
                  {links(group.tables)}
                </Group>
              ),
            )}
          </>
        )}
      </div>
    </section>
  );
}

function Group({ icon, title, children }: { icon?: ReactNode; title: string; children: ReactNode }) {
  return (
    <details className={styles.group} open>
      <summary title={title}>
        <ChevronRight aria-hidden />
        {icon}
        <span>{title}</span>
      </summary>
      {children}
    </details>
  );
}

function TableLink({ workbookId, table }: { workbookId: string; table: ArtifactSummary }) {
  const text = useText(texts);
  const { name, layer, freshness } = table;
  return (
    <li>
      <SideLink
        to="/workbooks/$workbookId/tables/$table"
        params={{ workbookId, table: name }}
        title={name}
        icon={layer === 'derived' ? <Sigma aria-hidden /> : <Table2 aria-hidden />}
      >
        <NarrowTableTitle name={name} />
        {freshness.stale && (
          <span className={styles.stale} title={text.stale}>
            <span className="for-screen-readers">{text.stale}</span>
          </span>
        )}
      </SideLink>
    </li>
  );
}
