import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreateWebhookData, createWebhook } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../app/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Secret } from '../../ui/secret.js';
import { texts } from './webhooks-texts.js';

type Body = CreateWebhookData['body'];

export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: Body) => createWebhook(service, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const kinds = String(given.get('events')).split(',');
    create.mutate({
      url: String(given.get('url')),
      events: kinds.flatMap((kind) => kind.trim() || []) as Body['events'],
    });
  }
  return (
    <Dialog
      title={text.create}
      onClose={onClose}
      actions={
        create.isSuccess ? (
          <Button look="primary" onClick={onClose}>
            {text.done}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button type="submit" form="create-webhook" look="primary" disabled={create.isPending}>
              {text.make}
            </Button>
          </>
        )
      }
    >
      <ProblemNotice error={create.error} />
      {create.data ? (
        <Secret label={text.secret} value={create.data.secret} />
      ) : (
        <form id="create-webhook" className="stacked" onSubmit={submit}>
          <TextField
            label={text.url}
            name="url"
            type="url"
            placeholder="https://example.com/hooks/workbooks"
            required
            autoFocus
          />
          <TextField label={text.events} hint={text.eventsHint} name="events" />
        </form>
      )}
    </Dialog>
  );
}
