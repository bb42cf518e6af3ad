import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { Secret } from '../../ui/secret.js';
import { service } from '../service.js';
import { PageLinkFields, requestOf } from './page-link-fields.js';
import { PageLinkList } from './page-link-list.js';
import { linkCalls, pageLinksQuery, pathOf, type SharedPage } from './page-link-queries.js';
import { pageLinkTexts } from './page-link-texts.js';

interface SharePageDialogProps {
  page: SharedPage;
  onClose: () => void;
}

/** The links of a report or chart that anybody can open: lists, makes and ends them. */
export function SharePageDialog({ page, onClose }: SharePageDialogProps) {
  const text = useText(pageLinkTexts);
  const form = useId();
  const queries = useQueryClient();
  const links = useQuery(pageLinksQuery(page));
  const create = useMutation({
    mutationFn: (given: FormData) =>
      linkCalls[page.kind].create(service, { path: pathOf(page), body: requestOf(given) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: pageLinksQuery(page).queryKey }),
  });
  const made = create.data;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  }
  const all = links.data?.links ?? [];
  return (
    <Dialog
      title={text.heading(page.name)}
      onClose={onClose}
      actions={
        made ? (
          <>
            <Button onClick={() => create.reset()}>{text.another}</Button>
            <Button look="primary" autoFocus onClick={onClose}>
              {text.done}
            </Button>
          </>
        ) : (
          <Button type="submit" form={form} look="primary" disabled={create.isPending}>
            {text.make}
          </Button>
        )
      }
    >
      <p>{text.about}</p>
      <ProblemNotice error={links.error} />
      {links.isPending && <Loading />}
      {all.length > 0 && (
        <PageLinkList page={page} links={all} onEnded={(linkId) => linkId === made?.id && create.reset()} />
      )}
      {made ? (
        <Secret label={text.address} value={made.url} />
      ) : (
        <form id={form} className="stacked" onSubmit={submit}>
          <PageLinkFields workbookId={page.workbookId} />
        </form>
      )}
      <ProblemNotice error={create.error} />
    </Dialog>
  );
}
