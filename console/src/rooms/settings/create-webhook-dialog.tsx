import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CreateWebhookData, createWebhook, type WorkbookEvent } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { SecretDialog } from './secret-dialog.js';
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
  'comment.created',
  'comment.changed',
  'comment.deleted',
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
  function submit(given: FormData): void {
    create.mutate({
      url: String(given.get('url')),
      events: given.getAll('events') as Body['events'],
    });
  }
  if (create.data)
    return (
      <SecretDialog
        title={text.create}
        label={text.secret}
        value={create.data.secret}
        done={text.done}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={text.create} action={text.make} onSubmit={submit} change={create} onClose={onClose}>
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
    </FormDialog>
  );
}
