import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Billing,
  buyCredits,
  enablePayg,
  getBilling,
  openBillingPortal,
  setAutoTopup,
  startSubscription,
} from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { texts } from './billing-texts.js';
import styles from './settings.module.css';
import { TransferSection } from './transfer-section.js';

const billingKey = ['billing'];

export function BillingPage() {
  const text = useText(texts);
  const billing = useQuery({
    queryKey: billingKey,
    queryFn: ({ signal }) => getBilling(service, { signal }),
  });
  return (
    <Page title={text.title} beside={billing.data && <Badge kind="info">{text[billing.data.plan]}</Badge>}>
      <ProblemNotice error={billing.error} />
      {billing.isPending && <Loading />}
      {billing.data && (
        <>
          {!billing.data.metered && <Notice>{text.unmetered}</Notice>}
          <Credits billing={billing.data} />
          {billing.data.offers ? (
            <>
              <Plans billing={billing.data} offers={billing.data.offers} />
              <AutoTopup billing={billing.data} />
            </>
          ) : (
            <p className={styles.soft}>{text.nothingSold}</p>
          )}
        </>
      )}
      <TransferSection />
    </Page>
  );
}

function Credits({ billing: { credits, overage, currency } }: { billing: Billing }) {
  const text = useText(texts);
  const format = useFormat();
  const names: Record<string, string> = {
    monthly: text.monthly,
    prepaid: text.prepaid,
    overage: text.overage,
  };
  const shown = credits.filter(({ name, granted, left }) => name === 'monthly' || granted > 0 || left !== 0);
  return (
    <section className={styles.section}>
      <h2>{text.credits}</h2>
      <p className={styles.soft}>{text.creditsHint}</p>
      <div className={styles.cards}>
        {shown.map(({ name, granted, left, renews_at }) => (
          <div key={name} className={styles.card}>
            <span>{names[name] ?? name}</span>
            <span className={styles.big}>{text.left(format.number(left), format.number(granted))}</span>
            <meter
              min={0}
              max={Math.max(1, granted)}
              value={Math.max(0, left)}
              aria-label={names[name] ?? name}
            />
            {renews_at && <span className={styles.soft}>{text.renews(format.date(renews_at))}</span>}
          </div>
        ))}
        {overage.credits > 0 && (
          <div className={styles.card}>
            <span>{text.owed}</span>
            <span className={styles.big}>{format.money(overage.amount, currency)}</span>
            <span className={styles.soft}>{overage.stopped}</span>
          </div>
        )}
      </div>
    </section>
  );
}

type Offers = NonNullable<Billing['offers']>;

/** What is paid for is decided on a page of the payment service, which leads back here. */
function Plans({ billing, offers }: { billing: Billing; offers: Offers }) {
  const { subscriptions, packs, pay_as_you_go: payg } = offers;
  const text = useText(texts);
  const format = useFormat();
  const here = location.href;
  const back = { success_url: here, cancel_url: here };
  const pay = useMutation({
    mutationFn: (page: () => Promise<{ url: string }>) => page(),
    onSuccess: ({ url }) => location.assign(url),
  });
  const subscribe = (plan: 'solo' | 'pro', interval: 'monthly' | 'annual') => () =>
    startSubscription(service, { body: { plan, interval, ...back } });
  const card = billing.payment_method;
  return (
    <section className={styles.section}>
      <h2>{text.plan}</h2>
      <p className={styles.soft}>
        {card ? text.card(card.brand, card.last4) : text.noCard}{' '}
        {billing.current_period_end && text.until(format.date(billing.current_period_end))}
      </p>
      <ProblemNotice error={pay.error} />
      <div className={styles.cards}>
        {(['solo', 'pro'] as const)
          .filter((plan) => plan !== billing.plan)
          .map((plan) => ({ plan, ways: subscriptions.filter((offer) => offer.plan === plan) }))
          .map(
            ({ plan, ways: [first, ...others] }) =>
              first && (
                <div key={plan} className={styles.card}>
                  <strong>{text[plan]}</strong>
                  <span>{text.includes(format.number(first.monthly_credits))}</span>
                  <span className={styles.soft}>{text.priceThere}</span>
                  {[first, ...others].map(({ interval }) => (
                    <Button
                      key={interval}
                      disabled={pay.isPending}
                      onClick={() => pay.mutate(subscribe(plan, interval))}
                    >
                      {interval === 'monthly' ? text.byMonth : text.byYear}
                    </Button>
                  ))}
                </div>
              ),
          )}
        <div className={styles.card}>
          <strong>{text.buy}</strong>
          <span className={styles.soft}>{text.packHint}</span>
          {packs.map(({ credits, amount }) => (
            <Button
              key={credits}
              disabled={pay.isPending}
              onClick={() => pay.mutate(() => buyCredits(service, { body: { credits, ...back } }))}
            >
              {text.pack(format.number(credits), format.money(amount, billing.currency))}
            </Button>
          ))}
        </div>
        <div className={styles.card}>
          <strong>{text.paying}</strong>
          {billing.plan === 'free' && (
            <>
              <span>{text.includes(format.number(payg.monthly_credits))}</span>
              <span className={styles.soft}>
                {text.paygHint(
                  format.number(payg.credits),
                  format.money(payg.amount / payg.credits, billing.currency),
                )}
              </span>
              <Button
                disabled={pay.isPending}
                onClick={() => pay.mutate(() => enablePayg(service, { body: back }))}
              >
                {text.enablePayg}
              </Button>
            </>
          )}
          <Button
            disabled={pay.isPending}
            onClick={() => pay.mutate(() => openBillingPortal(service, { body: { return_url: here } }))}
          >
            {text.portal}
          </Button>
        </div>
      </div>
    </section>
  );
}

function AutoTopup({ billing: { auto_topup: topup } }: { billing: Billing }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (body: { enabled: boolean; amount: number; threshold: number }) =>
      setAutoTopup(service, { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: billingKey });
      showToast({ text: text.saved });
    },
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    save.mutate({
      enabled: given.has('enabled'),
      amount: Number(given.get('amount')),
      threshold: Number(given.get('threshold')),
    });
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>{text.topup}</h2>
      {topup.stopped && <Notice kind="warning">{topup.stopped}</Notice>}
      <Checkbox name="enabled" label={text.topupOn} defaultChecked={topup.enabled} />
      <TextField
        label={text.amount}
        name="amount"
        type="number"
        min={500}
        max={1_000_000}
        defaultValue={topup.amount}
      />
      <TextField
        label={text.threshold}
        name="threshold"
        type="number"
        min={0}
        defaultValue={topup.threshold}
      />
      <ProblemNotice error={save.error} />
      <div>
        <Button type="submit" disabled={save.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  );
}
