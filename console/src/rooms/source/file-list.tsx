import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listSources, type SourceDetail } from '@workbook-data-service/client/api';
import { FileSpreadsheet, FileUp, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { FileFailure } from '../../app/file-failure.js';
import { readingOf } from '../../app/readings/reading-of.js';
import { service } from '../../app/service.js';
import { useSourceDetails } from '../../app/source-queries.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink, IconButton } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { DeleteFileDialog } from './delete-file-dialog.js';
import styles from './file-list.module.css';
import { ReviseDialog, useIsRevisable } from './revise-dialog.js';
import { texts } from './texts.js';

const looks = { registered: 'neutral', analyzed: 'info', materialized: 'good', failed: 'bad' } as const;

/** The files of a workbook, each with what became of it. */
export function FileList({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const format = useFormat();
  const { mayWrite } = useRights(workbookId);
  const [deleting, setDeleting] = useState<string>();
  const isRevisable = useIsRevisable(workbookId);
  const [revising, setRevising] = useState<string>();
  const sources = useInfiniteQuery({
    queryKey: ['workbook', workbookId, 'sources', 'pages'],
    queryFn: ({ signal, pageParam }) =>
      listSources(service, {
        path: { workbook_id: workbookId },
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const files = sources.data?.pages.flatMap((page) => page.sources) ?? [];
  const tables = useQuery(tablesQuery(workbookId)).data?.artifacts ?? [];
  const details = useSourceDetails(workbookId, files);
  return (
    <>
      <ProblemNotice error={sources.error} />
      {sources.isPending && <Loading />}
      {sources.data && files.length === 0 && (
        <EmptyState
          icon={<FileSpreadsheet aria-hidden />}
          title={text.noFiles}
          actions={
            mayWrite && (
              <ButtonLink
                to="/workbooks/$workbookId/files"
                params={{ workbookId }}
                search={{ tab: 'drives' }}
              >
                {text.bringFromDrive}
              </ButtonLink>
            )
          }
        >
          {text.noFilesHint}
        </EmptyState>
      )}
      {files.length > 0 && (
        <ListTable
          label={text.files}
          head={[
            text.file,
            text.tablesMade,
            text.checkedTotals,
            text.size,
            text.uploaded,
            <span key="actions" className="for-screen-readers">
              {text.actions}
            </span>,
          ]}
        >
          {files.map(({ id, name, status, size, created_at, ...file }) => (
            <tr key={id}>
              <td className={styles.name} title={name}>
                <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: name }}>
                  {name}
                </Link>
              </td>
              <td className={styles.became}>
                <div>
                  <Badge kind={looks[status]}>{text[status]}</Badge>
                  <FileFailure source={file} />
                  <MadeTables
                    workbookId={workbookId}
                    names={tables.filter(({ source_id }) => source_id === id).map((table) => table.name)}
                  />
                </div>
              </td>
              <td className={styles.short}>
                <TotalsBadge detail={details.find((detail) => detail.id === id)} />
              </td>
              <td className={styles.short}>{size === null ? '' : format.bytes(size)}</td>
              <td className={styles.short} title={format.dateTime(created_at)}>
                {format.ago(created_at)}
              </td>
              <td className={styles.actions}>
                {isRevisable(name) && (
                  <IconButton
                    label={text.newVersionOf(name)}
                    icon={<FileUp />}
                    onClick={() => setRevising(name)}
                  />
                )}
                {mayWrite && (
                  <IconButton
                    label={text.deleteFile(name)}
                    icon={<Trash2 />}
                    onClick={() => setDeleting(name)}
                  />
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {deleting !== undefined && (
        <DeleteFileDialog
          place={{ workbook_id: workbookId, source_name: deleting }}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {revising !== undefined && (
        <ReviseDialog
          place={{ workbook_id: workbookId, source_name: revising }}
          onClose={() => setRevising(undefined)}
        />
      )}
      {sources.hasNextPage && (
        <Button onClick={() => sources.fetchNextPage()} disabled={sources.isFetchingNextPage}>
          {text.more}
        </Button>
      )}
    </>
  );
}

/** In one line, which ends where the room does. */
function MadeTables({ workbookId, names }: { workbookId: string; names: string[] }) {
  const titleOf = useTableTitle();
  return (
    <span className={styles.tables} title={names.join(', ')}>
      {names.map((table, at) => (
        <Fragment key={table}>
          {at > 0 && ', '}
          <Link to="/workbooks/$workbookId/tables/$table" params={{ workbookId, table }}>
            {titleOf(table)}
          </Link>
        </Fragment>
      ))}
    </span>
  );
}

function TotalsBadge({ detail }: { detail: SourceDetail | undefined }) {
  const text = useText(texts);
  const { agreeing, differing } = readingOf(detail);
  if (differing.length > 0) return <Badge kind="warning">{text.totalsDiffer(differing.length)}</Badge>;
  return agreeing > 0 && <Badge kind="good">{text.totalsAgree(agreeing)}</Badge>;
}
