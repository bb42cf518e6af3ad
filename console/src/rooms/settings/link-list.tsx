import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { each } from '@workbook-data-service/client';
import { endWorkspaceLink, listWorkspaceLinks, type WorkspaceLink } from '@workbook-data-service/client/api';
import { Link as LinkIcon } from 'lucide-react';
import { useState } from 'react';
import { LinkBadges } from '../../app/page-links/link-badges.js';
import { pageLinkTexts } from '../../app/page-links/page-link-texts.js';
import { usePeopleOf } from '../../app/people.js';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './links-texts.js';
import styles from './settings.module.css';

const linksKey = (workspaceId: string) => ['workspace-links', workspaceId];

/** Every link of a workspace, newest first. */
export function LinkList({ workspaceId }: { workspaceId: string }) {
  const text = useText(texts);
  const links = useQuery({
    queryKey: linksKey(workspaceId),
    queryFn: async ({ signal }) => {
      const all: WorkspaceLink[] = [];
      const pages = each(listWorkspaceLinks, service, { path: { workspace_id: workspaceId }, signal });
      for await (const link of pages) all.push(link);
      return all.reverse();
    },
    // They are made on other pages, and opened by others.
    staleTime: 0,
  });
  const all = links.data ?? [];
  return (
    <section className={styles.section}>
      <h2>{text.links}</h2>
      <ProblemNotice error={links.error} />
      {links.isPending && <Loading />}
      {links.data && all.length === 0 && (
        <EmptyState icon={<LinkIcon aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ListTable
          label={text.links}
          head={[
            text.page,
            text.workbook,
            text.maker,
            text.ends,
            text.opened,
            <span key="actions" className="for-screen-readers">
              {text.actions}
            </span>,
          ]}
        >
          {all.map((link) => (
            <LinkRow key={link.id} workspaceId={workspaceId} link={link} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function LinkRow({ workspaceId, link }: { workspaceId: string; link: WorkspaceLink }) {
  const text = useText(texts);
  const format = useFormat();
  const { nameOf } = usePeopleOf(workspaceId);
  const [isEnding, setIsEnding] = useState(false);
  const { workbook_id: workbookId, workbook_title: workbook, subject, created_at: made } = link;
  const { expires_at: end, last_opened_at: last } = link;
  return (
    <tr>
      <td className={styles.wrapping}>
        <PageName link={link} /> <LinkBadges link={link} />
        <div className={styles.soft}>{text[link.kind]}</div>
      </td>
      <td className={styles.wrapping}>
        {workbook === null ? (
          <span className={styles.soft}>{text.private}</span>
        ) : (
          <Link to="/workbooks/$workbookId" params={{ workbookId }}>
            {workbook}
          </Link>
        )}
      </td>
      <td title={format.dateTime(made)}>
        <div>
          {nameOf(link.created_by)}
          <div className={styles.soft}>{format.date(made)}</div>
        </div>
      </td>
      <td>{end === null ? text.never : format.dateTime(end)}</td>
      <td title={last === null ? undefined : format.dateTime(last)}>
        <div>
          {format.number(link.opens)}
          {last !== null && <div className={styles.soft}>{text.last(format.ago(last))}</div>}
        </div>
      </td>
      <td>
        <Button
          look="quiet"
          aria-label={text.endOf(subject, format.date(made))}
          onClick={() => setIsEnding(true)}
        >
          {text.end}
        </Button>
        {isEnding && (
          <EndLinkDialog workspaceId={workspaceId} linkId={link.id} onClose={() => setIsEnding(false)} />
        )}
      </td>
    </tr>
  );
}

/** Leads to the page where whoever asks may enter its workbook. */
function PageName({ link }: { link: WorkspaceLink }) {
  const { workbook_id: workbookId, workbook_title: workbook, kind, subject } = link;
  if (workbook === null) return subject;
  return kind === 'sheet' ? (
    <Link to="/workbooks/$workbookId/reports/$report" params={{ workbookId, report: subject }}>
      {subject}
    </Link>
  ) : (
    <Link to="/workbooks/$workbookId/charts" params={{ workbookId }} search={{ name: subject }}>
      {subject}
    </Link>
  );
}

interface EndLinkDialogProps {
  workspaceId: string;
  linkId: string;
  onClose: () => void;
}

function EndLinkDialog({ workspaceId, linkId, onClose }: EndLinkDialogProps) {
  const text = useText(pageLinkTexts);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => endWorkspaceLink(service, { path: { workspace_id: workspaceId, link_id: linkId } }),
    onSuccess: async () => {
      onClose();
      showToast({ text: text.wasEnded });
      await queries.invalidateQueries({ queryKey: linksKey(workspaceId) });
    },
  });
  return (
    <ConfirmDialog title={text.endTitle} action={text.end} change={end} onClose={onClose}>
      <p>{text.endHint}</p>
    </ConfirmDialog>
  );
}
