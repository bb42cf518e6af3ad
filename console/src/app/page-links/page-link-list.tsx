import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PageLink } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { showToast } from '../../ui/toasts.js';
import { usePeople } from '../people.js';
import { service } from '../service.js';
import { LinkBadges } from './link-badges.js';
import { linkCalls, pageLinksQuery, pathOf, type SharedPage } from './page-link-queries.js';
import { pageLinkTexts } from './page-link-texts.js';
import styles from './page-links.module.css';

interface PageLinkListProps {
  page: SharedPage;
  links: PageLink[];
  onEnded: (linkId: string) => void;
}

/** The links of a page, each with how it is used and a button that ends it. */
export function PageLinkList({ page, links, onEnded }: PageLinkListProps) {
  const text = useText(pageLinkTexts);
  return (
    <section>
      <h3>{text.links}</h3>
      <ul className={styles.list}>
        {links.map((link) => (
          <LinkEntry key={link.id} page={page} link={link} onEnded={onEnded} />
        ))}
      </ul>
    </section>
  );
}

interface LinkEntryProps {
  page: SharedPage;
  link: PageLink;
  onEnded: (linkId: string) => void;
}

function LinkEntry({ page, link, onEnded }: LinkEntryProps) {
  const text = useText(pageLinkTexts);
  const format = useFormat();
  const { nameOf } = usePeople(page.workbookId);
  const [isEnding, setIsEnding] = useState(false);
  const { expires_at: end, opens, last_opened_at: last } = link;
  const day = format.date(link.created_at);
  const uses =
    last === null
      ? text.unopened
      : opens === 1
        ? text.openedOnce(format.ago(last))
        : text.opened(format.number(opens), format.ago(last));
  return (
    <li>
      <span>
        {text.madeBy(day, nameOf(link.created_by))} <LinkBadges link={link} />
        <small>
          {end === null ? text.endless : text.ends(format.dateTime(end))} · {uses}
        </small>
      </span>
      <Button look="quiet" aria-label={text.endOf(day)} onClick={() => setIsEnding(true)}>
        {text.end}
      </Button>
      {isEnding && (
        <EndDialog page={page} linkId={link.id} onEnded={onEnded} onClose={() => setIsEnding(false)} />
      )}
    </li>
  );
}

interface EndDialogProps {
  page: SharedPage;
  linkId: string;
  onEnded: (linkId: string) => void;
  onClose: () => void;
}

function EndDialog({ page, linkId, onEnded, onClose }: EndDialogProps) {
  const text = useText(pageLinkTexts);
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => linkCalls[page.kind].end(service, { path: { ...pathOf(page), link_id: linkId } }),
    onSuccess: async () => {
      onClose();
      onEnded(linkId);
      showToast({ text: text.wasEnded });
      await queries.invalidateQueries({ queryKey: pageLinksQuery(page).queryKey });
    },
  });
  return (
    <ConfirmDialog title={text.endTitle} action={text.end} change={end} onClose={onClose}>
      <p>{text.endHint}</p>
    </ConfirmDialog>
  );
}
