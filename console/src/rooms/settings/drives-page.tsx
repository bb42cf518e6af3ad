import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { isProblem } from '@workbook-data-service/client';
import { forgetDrive } from '@workbook-data-service/client/api';
import { driveQuery, drives } from '../../app/drives.js';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { ConnectDrive } from './connect-drive.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Drives',
    about:
      'Files of a drive can be imported and followed. The service only reads, and only what you ask for.',
    connected: 'connected',
    apart: 'not connected',
    connect: 'Connect',
    forget: 'Disconnect',
    account: (name: string) => `As ${name}`,
    unset: 'This service is not set up for it. The people who run it can add it.',
  },
  {
    title: 'ドライブ',
    about:
      'ドライブのファイルを取り込み、更新を追跡できます。サービスは、指定されたファイルを読み取るだけです。',
    connected: '接続済み',
    apart: '未接続',
    connect: '接続',
    forget: '接続を解除',
    account: (name: string) => `アカウント: ${name}`,
    unset: 'このサービスでは設定されていません。サービスの管理者にお問い合わせください。',
  },
);

export function DrivesPage() {
  const text = useText(texts);
  const { provider, answer } = useSearch({ from: '/signed-in/settings/drives' });
  return (
    <Page title={text.title} description={text.about}>
      <div className={styles.cards}>
        {drives.map((drive) => (
          <Drive key={drive.provider} {...drive} answer={drive.provider === provider ? answer : undefined} />
        ))}
      </div>
    </Page>
  );
}

function Drive({ provider, name, answer }: (typeof drives)[number] & { answer: string | undefined }) {
  const text = useText(texts);
  const queries = useQueryClient();
  const query = driveQuery(provider);
  const state = useQuery(query);
  const forget = useMutation({
    mutationFn: () => forgetDrive(service, { path: { provider } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const isUnset = isProblem(state.error, 'not-configured');
  return (
    <section className={styles.card}>
      <h2>{name}</h2>
      {state.isPending && <Loading />}
      {isUnset && <p className={styles.soft}>{text.unset}</p>}
      {!isUnset && <ProblemNotice error={state.error ?? forget.error} />}
      {state.data && (
        <>
          <div>
            <Badge kind={state.data.authorized ? 'good' : 'neutral'}>
              {state.data.authorized ? text.connected : text.apart}
            </Badge>
          </div>
          {state.data.account && <p className={styles.soft}>{text.account(state.data.account)}</p>}
          <div>
            {state.data.authorized && (
              <Button disabled={forget.isPending} onClick={() => forget.mutate()}>
                {text.forget}
              </Button>
            )}
            {!state.data.authorized && answer !== undefined && (
              <ConnectDrive provider={provider} name={name} answer={answer} />
            )}
            {!state.data.authorized && answer === undefined && state.data.authorize_url && (
              <ButtonAnchor look="primary" href={state.data.authorize_url} target="_blank" rel="noreferrer">
                {text.connect}
              </ButtonAnchor>
            )}
          </div>
        </>
      )}
    </section>
  );
}
