import { useNavigate } from '@tanstack/react-router';
import { Copy, Download, Ellipsis, ExternalLink, Mail, RotateCcw, Share2, Trash2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { SharePageDialog } from '../../app/page-links/share-page-dialog.js';
import { SubscribeDialog } from '../../app/subscriptions/subscribe-dialog.js';
import { subscriptionTexts } from '../../app/subscriptions/subscription-texts.js';
import { useText } from '../../text/text.js';
import { Button, ButtonAnchor, IconButton } from '../../ui/button.js';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.js';
import type { Draft } from './blocks.js';
import { CreateReportDialog } from './create-report-dialog.js';
import { DeleteReportDialog } from './delete-report-dialog.js';
import { renderUrl } from './render-url.js';
import { reportTexts } from './texts.js';

interface ReportActionsProps {
  workbookId: string;
  name: string;
  draft: Draft;
  isChanged: boolean;
  mayChange: boolean;
  save: { mutate: () => void; mutateAsync: () => Promise<unknown>; isPending: boolean };
  onDiscard: () => void;
}

/** What can be done with the whole report. */
export function ReportActions(props: ReportActionsProps) {
  const { workbookId, name, draft, isChanged, mayChange, save, onDiscard } = props;
  const text = useText(reportTexts);
  const { subscribe } = useText(subscriptionTexts);
  const navigate = useNavigate();
  const [asked, setAsked] = useState<'copy' | 'delete' | 'share' | 'subscribe'>();
  const close = () => setAsked(undefined);

  /** What is on the screen is what is downloaded, so a draft is saved first. */
  async function saveFirst(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (!isChanged) return;
    event.preventDefault();
    const { href, target } = event.currentTarget;
    await save.mutateAsync();
    const link = Object.assign(document.createElement('a'), { href, target, rel: 'noreferrer' });
    link.click();
  }
  /** A link shows the report as it is saved. */
  async function saveAndShare(): Promise<void> {
    if (isChanged) await save.mutateAsync();
    setAsked('share');
  }
  const refused = () => {
    // What was wrong is shown above the report.
  };
  return (
    <>
      <ButtonAnchor
        icon={<Download aria-hidden />}
        href={renderUrl(workbookId, name, 'xlsx')}
        download
        onClick={(event) => saveFirst(event).catch(refused)}
      >
        {text.download}
      </ButtonAnchor>
      <ButtonAnchor
        icon={<ExternalLink aria-hidden />}
        href={renderUrl(workbookId, name, 'html')}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => saveFirst(event).catch(refused)}
      >
        {text.openPage}
      </ButtonAnchor>
      <Button icon={<Mail aria-hidden />} onClick={() => setAsked('subscribe')}>
        {subscribe}
      </Button>
      {mayChange && (
        <>
          <Button icon={<Share2 aria-hidden />} onClick={() => saveAndShare().catch(refused)}>
            {text.share}
          </Button>
          <Button look="primary" disabled={!isChanged || save.isPending} onClick={() => save.mutate()}>
            {text.save}
          </Button>
          <Menu trigger={<IconButton label={text.more} icon={<Ellipsis />} />}>
            <MenuItem icon={<Copy />} onSelect={() => setAsked('copy')}>
              {text.copy}
            </MenuItem>
            <MenuItem icon={<RotateCcw />} disabled={!isChanged} onSelect={onDiscard}>
              {text.discard}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} isDangerous onSelect={() => setAsked('delete')}>
              {text.delete}
            </MenuItem>
          </Menu>
        </>
      )}
      {asked === 'subscribe' && <SubscribeDialog workbookId={workbookId} name={name} onClose={close} />}
      {asked === 'share' && <SharePageDialog page={{ workbookId, kind: 'sheet', name }} onClose={close} />}
      {asked === 'copy' && (
        <CreateReportDialog workbookId={workbookId} original={{ ...draft, name }} onClose={close} />
      )}
      {asked === 'delete' && (
        <DeleteReportDialog
          workbookId={workbookId}
          name={name}
          onClose={close}
          onDeleted={() => void navigate({ to: '/workbooks/$workbookId/reports', params: { workbookId } })}
        />
      )}
    </>
  );
}
