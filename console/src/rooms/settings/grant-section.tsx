import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endGrant, type Grant, listGrants } from '@workbook-data-service/client/api';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useScopeName } from '../../app/scope-names.js';
import { service } from '../../app/service.js';
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
import { texts } from './credentials-texts.js';
import styles from './settings.module.css';
import { useReachName } from './use-reach-name.js';

/** The apps that the user let in, each to be ended. */
export function GrantSection() {
  const text = useText(texts);
  const grants = useQuery({
    queryKey: ['grants'],
    queryFn: async ({ signal }) => (await listGrants(service, { query: { limit: 1000 }, signal })).grants,
  });
  return (
    <section className={styles.section}>
      <h2>{text.apps}</h2>
      <ProblemNotice error={grants.error} />
      {grants.isPending && <Loading />}
      {grants.data?.length === 0 && (
        <EmptyState icon={<Plug aria-hidden />} title={text.noApps}>
          {text.noAppsHint}
        </EmptyState>
      )}
      {grants.data && grants.data.length > 0 && (
        <ListTable
          label={text.apps}
          head={[text.app, text.from, text.scopes, text.reach, text.lastUsed, text.actions]}
        >
          {grants.data.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function GrantRow({ grant }: { grant: Grant }) {
  const text = useText(texts);
  const format = useFormat();
  const nameOfScope = useScopeName();
  const nameOfReach = useReachName();
  const queries = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const { id, app, scopes, resource, last_used_at, expires_at, revoked_at, ended_by } = grant;
  const end = useMutation({
    mutationFn: () => endGrant(service, { path: { grant_id: id } }),
    onSuccess: async () => {
      setIsEnding(false);
      showToast({ text: text.revoked });
      await queries.invalidateQueries({ queryKey: ['grants'] });
    },
  });
  const endings = { user: text.ended, app: text.endedByApp, reuse: text.endedByReuse };
  const isOver = revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= Date.now());
  return (
    <tr>
      <td className={styles.wrapping}>{app.name}</td>
      <td>{useOrigin(app)}</td>
      <td className={styles.soft}>{scopes.map(nameOfScope).join(', ')}</td>
      <td>{nameOfReach(resource)}</td>
      <td>{last_used_at === null ? text.unused : format.ago(last_used_at)}</td>
      <td>
        {isOver ? (
          <Badge>{endings[ended_by ?? 'user']}</Badge>
        ) : (
          <Button look="quiet" onClick={() => setIsEnding(true)} aria-label={`${text.endApp}: ${app.name}`}>
            {text.endApp}
          </Button>
        )}
        {isEnding && (
          <ConfirmDialog
            title={text.endAppTitle(app.name)}
            action={text.endApp}
            change={end}
            onClose={() => setIsEnding(false)}
          >
            {text.endAppHint}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}

/** The host that vouches for an app, else where it is answered. */
function useOrigin({ published_at, returns_to: { kind, name } }: Grant['app']): string {
  const text = useText(texts);
  if (published_at !== null) return published_at;
  if (kind === 'loopback') return text.onThisComputer;
  return kind === 'device' ? text.onDevice : (name ?? '');
}
