import { useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { transferAccount } from '@workbook-data-service/client/api';
import { useState } from 'react';
import { membersQuery } from '../../app/people.js';
import { useProvedMutation } from '../../app/proved-mutation.js';
import { service } from '../../app/service.js';
import { sessionQuery } from '../../app/session.js';
import { workspacesQuery } from '../../app/workspaces.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Select } from '../../ui/field.js';
import { showToast } from '../../ui/toasts.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Hand the account over',
    hint: 'The new owner gets its workspaces, credits and card. You stay an admin of the workspaces; your tokens and keys for the account end.',
    nobody: 'Members of its workspaces can become the owner once their address is proven.',
    to: 'New owner',
    action: 'Hand over',
    sure: (who: string) => `Hand the account over to ${who}?`,
    done: 'The account is handed over',
  },
  {
    title: 'アカウントを譲渡',
    hint: 'ワークスペース、クレジット、カードは新しい所有者に移ります。あなたはワークスペースの管理者として残り、このアカウントのトークンとキーは無効になります。',
    nobody: 'ワークスペースのメンバーは、メールアドレスが確認されると所有者になれます。',
    to: '新しい所有者',
    action: '譲渡する',
    sure: (who: string) => `${who} にアカウントを譲渡しますか？`,
    done: 'アカウントを譲渡しました',
  },
);

/** For the account that pays for the default workspace. */
export function TransferSection() {
  const text = useText(texts);
  const queries = useQueryClient();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const { workspaces } = useSuspenseQuery(workspacesQuery).data;
  const accountId = workspaces.find(({ is_default }) => is_default)?.account_id;
  const ofAccount = workspaces.filter(({ account_id }) => account_id === accountId);
  const members = useQueries({ queries: ofAccount.map(({ id }) => membersQuery(id)) });
  const others = new Map(
    members
      .flatMap(({ data }) => data?.users ?? [])
      .filter(({ id, proven }) => proven && id !== user.id)
      .map(({ id, name, email }) => [id, name || email]),
  );
  const [first] = others.keys();
  const [chosen, setChosen] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const to = chosen ?? first ?? '';
  const transfer = useProvedMutation({
    mutationFn: () => transferAccount(service, { body: { account_id: accountId ?? null, to } }),
    onSuccess: async () => {
      setIsAsking(false);
      showToast({ text: text.done });
      await queries.invalidateQueries();
    },
  });
  return (
    <section className={styles.form}>
      <h2>{text.title}</h2>
      <p className={styles.soft}>{others.size === 0 ? text.nobody : text.hint}</p>
      {others.size > 0 && (
        <>
          <Select label={text.to} value={to} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {[...others].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <div>
            <Button look="danger" onClick={() => setIsAsking(true)}>
              {text.action}
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={text.sure(others.get(to) ?? '')}
          action={text.action}
          change={{ ...transfer, mutate: () => transfer.mutate() }}
          onClose={() => setIsAsking(false)}
        >
          {text.hint}
        </ConfirmDialog>
      )}
      {transfer.proof}
    </section>
  );
}
