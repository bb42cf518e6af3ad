import { useMutation } from '@tanstack/react-query';
import type { QueryAnswer } from '@workbook-data-service/client/api';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { DataGrid } from '../../grid/data-grid.js';
import type { GridColumn, RowSource } from '../../grid/types.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { warningTexts } from '../../text/warning-texts.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { resultAsCsv, saveFile } from './download-result.js';
import styles from './query-page.module.css';
import { readResult } from './result-query.js';
import { queryTexts } from './texts.js';

interface QueryResultsProps {
  result: QueryAnswer;
  /** Whether a table that it read has another version by now. */
  isOutdated: boolean;
  onRunAgain: () => void;
  /** What else can be done with the result. */
  actions: ReactNode;
}

export function QueryResults({ result, isOutdated, onRunAgain, actions }: QueryResultsProps) {
  const text = useText(queryTexts);
  const { language } = usePreferences();
  const format = useFormat();
  const elapsed = format.number(result.elapsed_ms);
  const { row_count: count } = result;
  return (
    <section className={styles.results} aria-label={text.results}>
      <header className={styles.resultsBar}>
        <p role="status">
          {count === 1 ? text.oneRow(elapsed) : text.rows(format.number(count), elapsed)}
          {result.row_count_capped && ` ${text.capped(format.number(count))}`}
        </p>
        {isOutdated && (
          <p role="status" className={styles.outdated}>
            {text.changed}
            <Button look="quiet" onClick={onRunAgain}>
              {text.runAgain}
            </Button>
          </p>
        )}
        <div className={styles.resultActions}>
          {actions}
          {count > 0 && <DownloadButton key={result.id} result={result} />}
        </div>
      </header>
      {warningTexts(result, language).map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {count === 0 ? (
        <EmptyState title={text.noRows}>{text.noRowsHint}</EmptyState>
      ) : (
        <ResultGrid result={result} />
      )}
    </section>
  );
}

function ResultGrid({ result }: { result: QueryAnswer }) {
  const text = useText(queryTexts);
  const columns = useMemo(
    () =>
      result.columns.map(
        ({ name, type, masked }): GridColumn => ({ name, type, ...(masked && { badge: 'masked' }) }),
      ),
    [result],
  );
  const rows = useMemo(
    (): RowSource => ({
      key: result.id,
      rowCount: result.row_count,
      read: async (from, to, signal) =>
        (await readResult(result, from, to, signal)).map((cells) => ({ id: null, cells })),
    }),
    [result],
  );
  return (
    <div className={styles.grid}>
      <DataGrid label={text.results} columns={columns} rows={rows} />
    </div>
  );
}

function DownloadButton({ result }: { result: QueryAnswer }) {
  const text = useText(queryTexts);
  const format = useFormat();
  const [share, setShare] = useState(0);
  const download = useMutation({
    mutationFn: () => resultAsCsv(result, setShare, new AbortController().signal),
    onSuccess: (file) => saveFile(file, 'query.csv'),
  });
  return (
    <>
      <Button
        look="quiet"
        icon={<Download />}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? text.downloading(format.percent(share)) : text.download}
      </Button>
      <ProblemNotice error={download.error} />
    </>
  );
}
