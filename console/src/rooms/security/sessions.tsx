import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, listSessions } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { showToast } from '../../ui/toasts.js';
import styles from './security.module.css';
import { texts } from './texts.js';

export function Sessions() {
  const text = useText(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => listSessions(service, { query: { limit: 1000 }, signal }),
  });
  const ended = async (said: string) => {
    showToast({ text: said });
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const end = useMutation({
    mutationFn: (id: string) => endSession(service, { path: { session_id: id } }),
    onSuccess: () => ended(text.ended),
  });
  const endOthers = useMutation({
    mutationFn: () => endOtherSessions(service),
    onSuccess: () => ended(text.endedAll),
  });
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <h2>{text.sessions}</h2>
        {(sessions.data?.sessions.length ?? 0) > 1 && (
          <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {text.endAll}
          </Button>
        )}
      </div>
      <ProblemNotice error={sessions.error ?? end.error ?? endOthers.error} />
      {sessions.isPending && <Loading />}
      {sessions.data && (
        <ListTable label={text.sessions} head={[text.device, text.address, text.lastUsed, text.actions]}>
          {sessions.data.sessions.map(({ id, device, address, last_used_at, created_at, is_current }) => (
            <tr key={id}>
              <td>{device ?? text.unknown}</td>
              <td>{address ?? text.unknown}</td>
              <td>{format.ago(last_used_at ?? created_at)}</td>
              <td>
                {is_current ? (
                  <Badge>{text.here}</Badge>
                ) : (
                  <Button
                    look="quiet"
                    disabled={end.isPending}
                    aria-label={`${text.end}: ${device ?? text.unknown}`}
                    onClick={() => end.mutate(id)}
                  >
                    {text.end}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </section>
  );
}
