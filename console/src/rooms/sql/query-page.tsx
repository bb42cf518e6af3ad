import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChartColumn, History, Play, Square, TableProperties, Terminal } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { curlOf } from '../../app/curl.js';
import { sessionQuery } from '../../app/session.js';
import { askedFor, boundValues, type ParameterValues } from '../../app/sql/sql-tokens.js';
import { useRights } from '../../app/use-rights.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { CodeEditor, type CodeEditorHandle } from '../../ui/code-editor/code-editor.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { ProgressBar } from '../../ui/progress.js';
import { HistoryDialog } from './history-dialog.js';
import { ParameterForm } from './parameter-form.js';
import { useQueryHistory } from './query-history.js';
import styles from './query-page.module.css';
import { QueryResults } from './query-results.js';
import { QueryStart } from './query-start.js';
import { resultQuery } from './result-query.js';
import { SaveDialog } from './save-dialog.js';
import { TableList } from './table-list.js';
import { queryTexts } from './texts.js';
import { useDraft } from './use-draft.js';
import { useSqlLanguage } from './use-sql-language.js';

const ROUTE = '/signed-in/workbooks/$workbookId/query';

/** The address holds the statement that ran last, with its parameters, so that it can be shared. */
export function QueryPage() {
  const text = useText(queryTexts);
  const { workbookId } = useParams({ from: ROUTE });
  const ran = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/workbooks/$workbookId/query' });
  const queries = useQueryClient();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { mayWrite } = useRights(workbookId);
  const history = useQueryHistory(session.user.id, workbookId);
  const tables = useQuery(tablesQuery(workbookId));
  const artifacts = tables.data?.artifacts ?? [];

  const [sql, setSql] = useDraft(workbookId, ran.sql);
  const [params, setParams] = useState<ParameterValues>(ran.params ?? {});
  useEffect(() => {
    if (ran.params) setParams(ran.params);
  }, [ran.params]);
  const names = askedFor(sql);
  const editor = useRef<CodeEditorHandle>(null);

  const options = resultQuery(workbookId, ran.sql ?? '', ran.params ?? {});
  const result = useQuery({ ...options, enabled: ran.sql !== undefined });
  const isOutdated =
    result.data?.tables.some(({ name, edit_version }) =>
      artifacts.some((table) => table.name === name && table.edit_version !== edit_version),
    ) ?? false;

  const run = useCallback(
    (statement: string, values: ParameterValues) => {
      if (statement.trim() === '') return;
      const asked = askedFor(statement);
      const used = Object.fromEntries(asked.map((name) => [name, values[name] ?? '']));
      const search = { sql: statement, ...(asked.length > 0 && { params: used }) };
      history.remember(statement, search.params);
      const { queryKey } = resultQuery(workbookId, statement, search.params ?? {});
      void queries.resetQueries({ queryKey });
      void navigate({ search, replace: ran.sql === statement });
    },
    [history.remember, navigate, queries, ran.sql, workbookId],
  );

  const { language, fault } = useSqlLanguage(workbookId, artifacts, params);
  const [dialog, setDialog] = useState<'history' | 'table' | 'chart'>();
  const close = () => setDialog(undefined);

  return (
    <Page
      title={text.title}
      isFull
      actions={
        <>
          {sql.trim() !== '' && (
            <CopyButton
              look="quiet"
              icon={<Terminal />}
              copied={curlOf({
                path: `/api/v1/workbooks/${workbookId}/query`,
                body: { sql, params: boundValues(sql, params) },
              })}
            >
              {text.curl}
            </CopyButton>
          )}
          <Button look="quiet" icon={<History />} onClick={() => setDialog('history')}>
            {text.history}
          </Button>
          {result.isFetching ? (
            <Button icon={<Square />} onClick={() => queries.cancelQueries({ queryKey: options.queryKey })}>
              {text.stop}
            </Button>
          ) : (
            <Button look="primary" icon={<Play />} title={text.runHint} onClick={() => run(sql, params)}>
              {text.run}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.room}>
        <div className={styles.work}>
          <div className={styles.editor}>
            <CodeEditor
              ref={editor}
              label={text.editor}
              value={sql}
              onChange={setSql}
              onRun={() => run(sql, params)}
              language={language}
            />
          </div>
          <p className={styles.fault} role="status">
            {fault}
          </p>
          {names.length > 0 && <ParameterForm names={names} values={params} onChange={setParams} />}
          {result.isFetching && <ProgressBar label={text.running} />}
          <ProblemNotice error={result.error} />
          {result.data && !result.error && (
            <QueryResults
              result={result.data}
              isOutdated={isOutdated}
              onRunAgain={() => run(ran.sql ?? '', ran.params ?? {})}
              actions={
                mayWrite && (
                  <>
                    <Button look="quiet" icon={<TableProperties />} onClick={() => setDialog('table')}>
                      {text.saveAsTable}
                    </Button>
                    <Button look="quiet" icon={<ChartColumn />} onClick={() => setDialog('chart')}>
                      {text.makeChart}
                    </Button>
                  </>
                )
              }
            />
          )}
          {ran.sql === undefined && tables.data && (
            <QueryStart
              workbookId={workbookId}
              tables={artifacts}
              onPick={(statement) => {
                setSql(statement);
                run(statement, {});
              }}
            />
          )}
        </div>
        {artifacts.length > 0 && (
          <TableList tables={artifacts} onInsert={(name) => editor.current?.insert(name)} />
        )}
      </div>
      {dialog === 'history' && (
        <HistoryDialog
          past={history.past}
          onClose={close}
          onForget={history.forget}
          onOpen={(past) => {
            setSql(past.sql);
            setParams(past.params ?? {});
            close();
            editor.current?.focus();
          }}
        />
      )}
      {(dialog === 'table' || dialog === 'chart') && result.data && (
        <SaveDialog
          workbookId={workbookId}
          sql={ran.sql ?? ''}
          params={ran.params ?? {}}
          result={result.data}
          forChart={dialog === 'chart'}
          onClose={close}
        />
      )}
    </Page>
  );
}
