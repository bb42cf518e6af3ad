import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listWebhookDeliveries, redeliver, type Webhook } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messageText } from '../../text/messages/message-text.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import styles from './settings.module.css';
import { texts } from './webhooks-texts.js';

const looks = { pending: 'neutral', delivered: 'good', failed: 'warning', given_up: 'bad' } as const;

/** What was sent to a webhook. It is read again while something is still to be sent. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const text = useText(texts);
  const { language } = usePreferences();
  const format = useFormat();
  const queries = useQueryClient();
  const queryKey = ['deliveries', webhook.id];
  const path = { webhook_id: webhook.id };
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => listWebhookDeliveries(service, { path, signal }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? 2000 : 15_000,
  });
  const again = useMutation({
    mutationFn: (delivery_id: string) => redeliver(service, { path: { ...path, delivery_id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const deliveries = found.data?.deliveries ?? [];
  return (
    <section className={styles.section}>
      <h2>{text.deliveriesOf(webhook.url)}</h2>
      <ProblemNotice error={found.error ?? again.error} />
      {found.isPending && <Loading />}
      {found.data && deliveries.length === 0 && (
        <EmptyState title={text.noDeliveries}>{text.noDeliveriesHint}</EmptyState>
      )}
      {deliveries.length > 0 && (
        <ListTable
          label={text.deliveries}
          head={[text.kind, text.state, text.answer, text.when, text.actions]}
        >
          {deliveries.map(
            ({
              id,
              kind,
              status,
              last_status,
              last_error,
              last_error_code: code,
              last_error_params: params,
              created_at,
            }) => (
              <tr key={id}>
                <td>
                  <code>{kind}</code>
                </td>
                <td>
                  <Badge kind={looks[status]}>{text[status]}</Badge>
                </td>
                <td className={styles.wrapping}>
                  {last_status}{' '}
                  <span className={styles.soft}>
                    {last_error && messageText({ text: last_error, code, params }, language)}
                  </span>
                </td>
                <td title={format.dateTime(created_at)}>{format.ago(created_at)}</td>
                <td>
                  <Button look="quiet" disabled={again.isPending} onClick={() => again.mutate(id)}>
                    {text.again}
                  </Button>
                </td>
              </tr>
            ),
          )}
        </ListTable>
      )}
    </section>
  );
}
