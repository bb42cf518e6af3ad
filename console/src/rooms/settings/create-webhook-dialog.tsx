import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreateWebhookData, createWebhook, type WorkbookEvent } from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../app/text.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Secret } from '../../ui/secret.js';
import styles from './settings.module.css';
import { texts } from './webhooks-texts.js';

type Body = CreateWebhookData['body'];

const eventKinds: readonly WorkbookEvent['kind'][] = [
  'artifact.updated',
  'artifact.deleted',
  'artifact.stale',
  'snapshot.committed',
  'source.analyzed',
  'source.materialized',
  'conflict.created',
  'version.branched',
  'version.merged',
  'job.completed',
];

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
    create.mutate({
      url: String(given.get('url')),
      events: given.getAll('events') as Body['events'],
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
          <fieldset className={styles.scopes}>
            <legend>{text.events}</legend>
            {eventKinds.map((kind) => (
              <Checkbox key={kind} label={<code>{kind}</code>} name="events" value={kind} />
            ))}
            <small>{text.eventsHint}</small>
          </fieldset>
        </form>
      )}
    </Dialog>
  );
}
