import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { deleteWebhook, listWebhooks, testWebhook, type Webhook } from '@workbook-data-service/client/api';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { CreateWebhookDialog } from './create-webhook-dialog.js';
import { DeliveryList } from './delivery-list.js';
import styles from './settings.module.css';
import { texts } from './webhooks-texts.js';

export function WebhooksPage() {
  const text = useText(texts);
  const [isCreating, setIsCreating] = useState(false);
  const { webhook: shown } = useSearch({ from: '/signed-in/settings/webhooks' });
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => listWebhooks(service, { query: { limit: 1000 }, signal }),
  });
  const create = (
    <Button look="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
      {text.create}
    </Button>
  );
  const all = webhooks.data?.webhooks ?? [];
  const chosen = all.find(({ id }) => id === shown);
  return (
    <Page title={text.title} description={text.about} actions={all.length > 0 && create}>
      <ProblemNotice error={webhooks.error} />
      {webhooks.isPending && <Loading />}
      {webhooks.data && all.length === 0 && (
        <EmptyState icon={<WebhookIcon aria-hidden />} title={text.none} actions={create}>
          {text.hint}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ListTable label={text.title} head={[text.url, text.events, text.state, text.actions]}>
          {all.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ListTable>
      )}
      {chosen && <DeliveryList webhook={chosen} />}
      {isCreating && <CreateWebhookDialog onClose={() => setIsCreating(false)} />}
    </Page>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/settings/webhooks' });
  const [isDeleting, setIsDeleting] = useState(false);
  const path = { webhook_id: webhook.id };
  const showDeliveries = () => navigate({ search: { webhook: webhook.id } });
  const test = useMutation({
    mutationFn: () => testWebhook(service, { path }),
    onSuccess: async () => {
      showToast({ text: text.tested });
      await queries.invalidateQueries({ queryKey: ['deliveries', webhook.id] });
      await showDeliveries();
    },
  });
  const remove = useMutation({
    mutationFn: () => deleteWebhook(service, { path }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  return (
    <tr>
      <td className={styles.wrapping}>
        {webhook.url}
        <ProblemNotice error={test.error} />
      </td>
      <td className={styles.soft}>{webhook.events.join(', ') || text.allEvents}</td>
      <td>
        <Badge kind={webhook.status === 'active' ? 'good' : 'bad'} title={webhook.ended_reason ?? ''}>
          {text[webhook.status]}
        </Badge>{' '}
        {webhook.failures > 0 && <Badge kind="warning">{text.failing(webhook.failures)}</Badge>}
      </td>
      <td>
        <div className={styles.actions}>
          <Button look="quiet" onClick={showDeliveries}>
            {text.deliveries}
          </Button>
          <Button look="quiet" disabled={test.isPending} onClick={() => test.mutate()}>
            {text.test}
          </Button>
          <Button look="quiet" onClick={() => setIsDeleting(true)}>
            {text.delete}
          </Button>
        </div>
        {isDeleting && (
          <ConfirmDialog
            title={text.deleteTitle}
            action={text.delete}
            change={remove}
            onClose={() => setIsDeleting(false)}
          >
            {text.deleteHint}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
