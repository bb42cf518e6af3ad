import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import {
  type AppRequest,
  approveAppRequest,
  type DecidedAppRequest,
  denyAppRequest,
  getAppRequest,
} from '@workbook-data-service/client/api';
import type { FormEvent } from 'react';
import { type Scope, useScopeName } from '../../app/scope-names.js';
import { service, serviceUrl } from '../../app/service.js';
import { leaveForSignIn, sessionQuery } from '../../app/session.js';
import { useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { texts } from './app-texts.js';
import styles from './consent-page.module.css';
import { EntryCard } from './entry-card.js';
import { ReachSelect } from './reach-select.js';

/** An app asks to act for the user, who decides what it may do, and where. */
export function ConsentPage() {
  const text = useText(texts);
  const { request } = useParams({ from: '/oauth/consent/$request' });
  const path = { request_id: request };
  const session = useQuery(sessionQuery);
  const asked = useQuery({
    queryKey: ['app-request', request],
    queryFn: ({ signal }) => getAppRequest(service, { path, signal }),
    // It ends when it is answered.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: session.isSuccess,
  });
  const approve = useMutation({
    mutationFn: (body: { scopes: Scope[]; resource: string }) => approveAppRequest(service, { path, body }),
    onSuccess: goOn,
  });
  const deny = useMutation({ mutationFn: () => denyAppRequest(service, { path }), onSuccess: goOn });

  if (approve.data ?? deny.data)
    return (
      <EntryCard title={approve.data ? text.allowed : text.denied}>
        <p role="status">{text.goBack}</p>
      </EntryCard>
    );
  if (!asked.data || !session.data)
    return (
      <EntryCard title={text.loading}>
        {(session.isPending || asked.isPending) && <Loading />}
        <ProblemNotice error={asked.error} />
      </EntryCard>
    );
  const { app, scopes } = asked.data;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    approve.mutate({ scopes: given.getAll('scope') as Scope[], resource: String(given.get('resource')) });
  }
  const isDecided = approve.isPending || deny.isPending;
  return (
    <EntryCard title={text.title(app.name)}>
      <Origin app={app} />
      <p className={styles.user}>
        {text.signedInAs(session.data.user.email)}{' '}
        <Button look="quiet" onClick={leaveForSignIn}>
          {text.other}
        </Button>
      </p>
      <form className="stacked" onSubmit={submit}>
        <ProblemNotice error={approve.error ?? deny.error} />
        <ScopeFields scopes={scopes} />
        <ReachSelect />
        <small>
          {text.limits} {text.end}
        </small>
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={isDecided}>
            {text.allow}
          </Button>
          <Button disabled={isDecided} onClick={() => deny.mutate()}>
            {text.deny}
          </Button>
        </div>
      </form>
    </EntryCard>
  );
}

/** A program opens from here without the page being left. */
function goOn({ continue_at: next }: DecidedAppRequest): void {
  if (next !== null) location.assign(serviceUrl(next));
}

/** Where the app comes from, as far as that is known: by what vouches for it, and by where it leads. */
function Origin({ app: { published_at, returns_to } }: Pick<AppRequest, 'app'>) {
  const text = useText(texts);
  const { kind, name } = returns_to;
  const leadsTo = kind === 'site' || kind === 'program' ? text[kind](name ?? '') : text[kind];
  return (
    <p>
      {published_at === null ? text.selfNamed : text.published(published_at)} <strong>{leadsTo}</strong>
    </p>
  );
}

function ScopeFields({ scopes }: { scopes: Scope[] }) {
  const text = useText(texts);
  const nameOfScope = useScopeName();
  return (
    <fieldset className={styles.scopes}>
      <legend>{text.scopes}</legend>
      {scopes.map((scope) => (
        <Checkbox key={scope} name="scope" value={scope} label={nameOfScope(scope)} defaultChecked />
      ))}
    </fieldset>
  );
}
