import { Link } from '@tanstack/react-router';
import type { Source, SourceDetail } from '@workbook-data-service/client/api';
import { Download } from 'lucide-react';
import { ClosedFilesNotice, useAreFilesOpen } from '../../app/closed-files.js';
import { FileFailure } from '../../app/file-failure.js';
import { readingOf } from '../../app/readings/reading-of.js';
import { serviceUrl } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { ButtonAnchor } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import styles from './overview-lists.module.css';
import { texts } from './overview-texts.js';

interface FileListProps {
  workbookId: string;
  sources: Source[];
  /** Of some of them, how they were read. */
  details: SourceDetail[];
}

export function FileList({ workbookId, sources, details }: FileListProps) {
  const text = useText(texts);
  const format = useFormat();
  const areOpen = useAreFilesOpen(workbookId);
  return (
    <section className="stacked">
      <h2>{text.files}</h2>
      <ClosedFilesNotice workbookId={workbookId} />
      <ListTable
        label={text.files}
        head={[
          text.file,
          text.coverage,
          text.totals,
          text.size,
          text.uploaded,
          <span key="more" className="for-screen-readers">
            {text.more}
          </span>,
        ]}
      >
        {sources.map((source) => {
          const { id, name, filename, size, created_at } = source;
          return (
            <tr key={id}>
              <td className={styles.name}>
                <Link to="/workbooks/$workbookId/files/$source" params={{ workbookId, source: name }}>
                  {filename}
                </Link>
                <FileState source={source} />
              </td>
              <Reading detail={details.find((detail) => detail.id === id)} />
              <td className={styles.number}>{size !== null && format.bytes(size)}</td>
              <td className={styles.time} title={format.dateTime(created_at)}>
                {format.ago(created_at)}
              </td>
              <td className={styles.action}>
                {areOpen && (
                  <ButtonAnchor
                    look="quiet"
                    icon={<Download />}
                    href={serviceUrl(`/api/v1/workbooks/${workbookId}/sources/${id}/download`)}
                    aria-label={text.download(filename)}
                    title={text.download(filename)}
                    download
                  />
                )}
              </td>
            </tr>
          );
        })}
      </ListTable>
    </section>
  );
}

function FileState({ source }: { source: Source }) {
  const { status } = source;
  const text = useText(texts);
  if (status === 'materialized') return null;
  return (
    <small>
      <Badge kind={status === 'failed' ? 'bad' : 'neutral'}>{text[status]}</Badge>
      <FileFailure source={source} />
    </small>
  );
}

function Reading({ detail }: { detail: SourceDetail | undefined }) {
  const text = useText(texts);
  const format = useFormat();
  const { share, agreeing, differing } = readingOf(detail);
  return (
    <>
      <td>
        {share !== undefined && (
          <span className={styles.coverage}>
            <meter min={0} max={1} value={share} aria-label={text.coverage} />
            {format.percent(share)}
          </span>
        )}
      </td>
      <td className={styles.time}>
        {differing.length > 0 && <Badge kind="warning">{text.totalsDiffer(differing.length)}</Badge>}
        {differing.length === 0 && agreeing > 0 && <Badge kind="good">{text.totalsAgree(agreeing)}</Badge>}
      </td>
    </>
  );
}
