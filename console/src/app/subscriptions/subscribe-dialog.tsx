import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import {
  type CreateSubscriptionRequest,
  createSubscription,
  endSubscription,
  listSubscriptions,
  updateSubscription,
} from '@workbook-data-service/client/api';
import { useState } from 'react';
import { usePreferences } from '../../preferences.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Select, TextField } from '../../ui/field.js';
import { FormDialog } from '../../ui/form-dialog.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { schedulesQuery } from '../schedules/schedule-queries.js';
import { scheduleTexts } from '../schedules/schedule-texts.js';
import { service } from '../service.js';
import { sessionQuery } from '../session.js';
import { subscriptionTexts } from './subscription-texts.js';

const rhythms = ['1h', '6h', '1d', '7d'] as const;
const files = ['none', 'attach', 'link'] as const;

const subscriptionsQuery = (workbookId: string, name: string) =>
  queryOptions({
    queryKey: ['workbook', workbookId, 'subscriptions', name],
    queryFn: ({ signal }) =>
      listSubscriptions(service, {
        path: { workbook_id: workbookId, name },
        query: { limit: 1000 },
        signal,
      }),
  });

interface SubscribeDialogProps {
  workbookId: string;
  name: string;
  onClose: () => void;
}

/** Has a report mailed to the reader, changes when, and ends it. */
export function SubscribeDialog({ workbookId, name, onClose }: SubscribeDialogProps) {
  const text = useText(subscriptionTexts);
  const times = useText(scheduleTexts);
  const { language } = usePreferences();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const queries = useQueryClient();
  const found = useQuery(subscriptionsQuery(workbookId, name));
  const own = found.data?.subscriptions.find(({ recipient }) => recipient.user_id === session.user.id);
  const [chosen, setChosen] = useState<string>();
  const before = own && (own.every ?? (own.cron === null ? 'change' : 'cron'));
  const rhythm = chosen ?? before ?? 'cron';
  const path = { workbook_id: workbookId, name };
  const onSuccess = async () => {
    onClose();
    await Promise.all([
      queries.invalidateQueries({ queryKey: subscriptionsQuery(workbookId, name).queryKey }),
      queries.invalidateQueries({ queryKey: schedulesQuery(workbookId).queryKey }),
    ]);
  };
  const save = useMutation({
    mutationFn: async (given: FormData) => {
      const body = { ...requestOf(given), language };
      if (own) await updateSubscription(service, { path: { ...path, subscription_id: own.id }, body });
      else await createSubscription(service, { path, body });
      showToast({ text: text.saved(name) });
    },
    onSuccess,
  });
  const end = useMutation({
    mutationFn: (id: string) => endSubscription(service, { path: { ...path, subscription_id: id } }),
    onSuccess,
  });
  return (
    <FormDialog
      title={text.heading(name)}
      action={own ? text.change : text.save}
      onSubmit={(given) => save.mutate(given)}
      change={save}
      isRefused={found.isPending}
      onClose={onClose}
    >
      <p>{text.about}</p>
      {found.isPending ? (
        <Loading />
      ) : (
        <>
          <Select
            label={text.when}
            name="rhythm"
            autoFocus
            value={rhythm}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="cron">{times.atTimes}</option>
            {rhythms.map((one) => (
              <option key={one} value={one}>
                {times[`every_${one}`]}
              </option>
            ))}
            <option value="change">{text.onChange}</option>
          </Select>
          {rhythm === 'cron' && (
            <TextField
              label={times.cron}
              hint={times.cronHint}
              name="cron"
              required
              maxLength={100}
              spellCheck={false}
              defaultValue={own?.cron ?? '0 8 * * 1-5'}
            />
          )}
          <TextField
            label={times.timeZone}
            name="time_zone"
            required
            maxLength={64}
            spellCheck={false}
            defaultValue={own?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          />
          <Select label={text.file} name="file" defaultValue={own?.file ?? 'none'}>
            {files.map((one) => (
              <option key={one} value={one}>
                {text[`file_${one}`]}
              </option>
            ))}
          </Select>
          {own && (
            <Button disabled={end.isPending} onClick={() => end.mutate(own.id)}>
              {text.end}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What was filled in, as the service takes it. */
function requestOf(given: FormData): Omit<CreateSubscriptionRequest, 'user_id'> {
  const filled = (name: string) => String(given.get(name) ?? '').trim();
  const rhythm = filled('rhythm');
  const when =
    rhythm === 'cron'
      ? { cron: filled('cron') }
      : rhythm === 'change'
        ? { on_change: true }
        : { every: rhythm as (typeof rhythms)[number] };
  return { ...when, time_zone: filled('time_zone'), file: filled('file') as (typeof files)[number] };
}
