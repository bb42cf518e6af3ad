import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { query } from '@workbook-data-service/client/api';
import { SquareTerminal, TableProperties } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { columnNames } from './column-names.js';
import { MakeTableDialog } from './make-table-dialog.js';
import { Preview } from './preview.js';
import { type Recipe, recipeOf } from './recipe.js';
import { MAX_ACROSS, RecipeFields } from './recipe-fields.js';
import { acrossSql, preparedColumns, recipeSql } from './recipe-sql.js';
import styles from './summarise.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/summarise');
const PREVIEW_ROWS = 100;

/** What people make with pivots and lookups: chosen in fields, shown at once, and kept as a derived table. */
export function SummarisePage() {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const { workbookId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { language } = usePreferences();
  const { mayWrite } = useRights(workbookId);
  const [isMaking, setIsMaking] = useState(false);
  const tables = useQuery(tablesQuery(workbookId));
  const all = tables.data?.artifacts ?? [];
  const table = all.find(({ name }) => name === search.table) ?? all[0];
  const recipe = recipeOf(table?.name ?? '', search.recipe);
  const schemas = {
    main: table?.schema ?? [],
    joined: all.find(({ name }) => name === recipe.join?.table)?.schema ?? [],
  };
  const { across } = recipe;
  const run = (sql: string, limit: number) => ({
    // Not read again by itself when something changes: what is previewed stays while it is looked at.
    queryKey: ['query-result', workbookId, sql, limit],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      query(service, {
        path: { workbook_id: workbookId },
        body: { sql, limit },
        isRepeatable: true,
        signal,
      }),
    retry: false,
  });
  // One more tells that there are more.
  const askedValues = across === undefined ? '' : acrossSql({ ...recipe, across }, schemas, MAX_ACROSS + 1);
  const values = useQuery({ ...run(askedValues, MAX_ACROSS + 1), enabled: across !== undefined });
  const found = values.data?.rows.map(({ value }) => value);
  const isReady = table !== undefined && (across === undefined || found !== undefined);
  const sql = isReady ? recipeSql(recipe, schemas, columnNames[language], found?.slice(0, MAX_ACROSS)) : '';
  const result = useQuery({
    ...run(sql, PREVIEW_ROWS),
    enabled: isReady,
    placeholderData: keepPreviousData,
  });
  const change = (part: Partial<Recipe>): void => {
    const { table: _, ...kept } = { ...recipe, ...part };
    void navigate({ search: { table: recipe.table, recipe: kept }, replace: true });
  };
  return (
    <Page
      title={text.title}
      description={text.about}
      actions={
        table && (
          <>
            <ButtonLink
              icon={<SquareTerminal />}
              to="/workbooks/$workbookId/query"
              params={{ workbookId }}
              search={{ sql }}
            >
              {text.openSql}
            </ButtonLink>
            {mayWrite && (
              <Button
                look="primary"
                icon={<TableProperties />}
                disabled={!result.data || result.isPlaceholderData || result.error !== null}
                onClick={() => setIsMaking(true)}
              >
                {text.make}
              </Button>
            )}
          </>
        )
      }
    >
      <ProblemNotice error={tables.error} />
      {tables.isPending && <Loading />}
      {tables.data && !table && <EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      {table && (
        <div className={styles.room}>
          <section className={styles.fields} aria-label={text.steps}>
            <Select
              label={text.table}
              value={table.name}
              onChange={({ target }) => navigate({ search: { table: target.value }, replace: true })}
            >
              {all.map(({ name }) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </Select>
            <RecipeFields
              recipe={recipe}
              tables={all}
              columns={preparedColumns(recipe, schemas)}
              values={found}
              onChange={change}
            />
          </section>
          <section className={styles.result} aria-label={text.preview}>
            <ProblemNotice error={result.error ?? values.error} />
            {result.data && !result.error && <Preview result={result.data} />}
            {result.isPending && isReady && <Loading />}
            {sql && (
              <details className={styles.sql} open>
                <summary>{text.sql}</summary>
                <pre>{sql}</pre>
              </details>
            )}
          </section>
        </div>
      )}
      {isMaking && result.data && (
        <MakeTableDialog
          workbookId={workbookId}
          sql={sql}
          inputs={result.data.tables.map(({ name }) => name)}
          suggested={text.suggested(recipe.table)}
          // Where rows are grouped, the groups tell them apart.
          keyColumns={result.data.columns.slice(0, recipe.group.length).map(({ name }) => name)}
          onClose={() => setIsMaking(false)}
        />
      )}
    </Page>
  );
}
