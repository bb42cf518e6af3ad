import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Key, Token } from '@workbook-data-service/client/api';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useScopeName } from '../../app/scope-names.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import { CreateCredentialDialog } from './create-credential-dialog.js';
import { texts } from './credentials-texts.js';
import styles from './settings.module.css';
import { useReachName } from './use-reach-name.js';

type Credential = Token | Key;

interface CredentialSectionProps {
  kind: 'token' | 'key';
  title: string;
  create: string;
  none: string;
  hint: string;
  credentials: UseQueryResult<Credential[]>;
  revoke: (id: string) => Promise<unknown>;
}

export function CredentialSection(props: CredentialSectionProps) {
  const { kind, title, create, none, hint, credentials, revoke } = props;
  const text = useText(texts);
  const [isCreating, setIsCreating] = useState(false);
  const creating = (
    <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
      {create}
    </Button>
  );
  return (
    <section className={styles.section}>
      <div className={styles.inline}>
        <div>
          <h2>{title}</h2>
        </div>
        {credentials.data && credentials.data.length > 0 && creating}
      </div>
      <ProblemNotice error={credentials.error} />
      {credentials.isPending && <Loading />}
      {credentials.data?.length === 0 && (
        <EmptyState icon={<KeyRound aria-hidden />} title={none} actions={creating}>
          {hint}
        </EmptyState>
      )}
      {credentials.data && credentials.data.length > 0 && (
        <ListTable
          label={title}
          head={[text.name, text.begins, text.scopes, text.reach, text.lastUsed, text.expires, text.actions]}
        >
          {credentials.data.map((credential) => (
            <CredentialRow key={credential.id} kind={kind} credential={credential} revoke={revoke} />
          ))}
        </ListTable>
      )}
      {isCreating && (
        <CreateCredentialDialog kind={kind} title={create} onClose={() => setIsCreating(false)} />
      )}
    </section>
  );
}

function CredentialRow({
  kind,
  credential,
  revoke,
}: Pick<CredentialSectionProps, 'kind' | 'revoke'> & { credential: Credential }) {
  const text = useText(texts);
  const format = useFormat();
  const nameOfScope = useScopeName();
  const queries = useQueryClient();
  const nameOfReach = useReachName();
  const [isRevoking, setIsRevoking] = useState(false);
  const { id, prefix, scopes, resource, expires_at, revoked_at, last_used_at } = credential;
  const name = credential.name ?? prefix;
  const end = useMutation({
    mutationFn: () => revoke(id),
    onSuccess: async () => {
      setIsRevoking(false);
      showToast({ text: text.revoked });
      await queries.invalidateQueries({ queryKey: [`${kind}s`] });
    },
  });
  return (
    <tr>
      <td className={styles.wrapping}>{name}</td>
      <td>
        <code>{prefix}…</code>
      </td>
      <td className={styles.soft}>{scopes.map(nameOfScope).join(', ')}</td>
      <td>{nameOfReach(resource)}</td>
      <td>{last_used_at === null ? text.unused : format.ago(last_used_at)}</td>
      <td>{expires_at === null ? text.never : format.date(expires_at)}</td>
      <td>
        {revoked_at === null ? (
          <Button look="quiet" onClick={() => setIsRevoking(true)} aria-label={`${text.revoke}: ${name}`}>
            {text.revoke}
          </Button>
        ) : (
          <Badge>{text.ended}</Badge>
        )}
        {isRevoking && (
          <ConfirmDialog
            title={text.revokeTitle(name)}
            action={text.revoke}
            change={end}
            onClose={() => setIsRevoking(false)}
          >
            {text.revokeHint}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}
