import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { deleteTransform, type Table } from '@workbook-data-service/client/api';
import { RefreshCw, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FailedRuns } from '../../app/failed-runs.js';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { KeepFresh } from '../../app/schedules/keep-fresh.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { Checkbox } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { FreshnessBadge } from './freshness-badge.js';
import { draftOf } from './transform-draft.js';
import { TransformEditor } from './transform-editor.js';
import styles from './transform-editor.module.css';
import { outputQuery, transformQuery } from './transform-queries.js';
import { transformTexts } from './transform-texts.js';
import { useRecompute } from './use-recompute.js';

const ROUTE = '/signed-in/workbooks/$workbookId/transforms/$transform';

export function TransformPage() {
  const text = useText(transformTexts);
  const format = useFormat();
  const { workbookId, transform: name } = useParams({ from: ROUTE });
  const { data: transform, error } = useQuery(transformQuery(workbookId, name));
  const recompute = useRecompute(workbookId);
  const { mayWrite } = useRights(workbookId);
  const [isDeleting, setIsDeleting] = useState(false);
  if (error) return <ProblemNotice error={error} />;
  if (!transform) return <Loading />;
  const { output, freshness } = transform;
  return (
    <Page
      title={transform.name}
      beside={<FreshnessBadge isStale={freshness.stale} />}
      description={text.updated(format.ago(transform.updated_at))}
      actions={
        <>
          <ButtonLink
            icon={<Table2 />}
            to="/workbooks/$workbookId/tables/$table"
            params={{ workbookId, table: output }}
          >
            {text.openTable}
          </ButtonLink>
          {mayWrite && (
            <Button look="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
              {text.delete}
            </Button>
          )}
        </>
      }
    >
      <ReadOnlyNotice workbookId={workbookId} />
      {freshness.stale && (
        <WhyStale
          workbookId={workbookId}
          table={output}
          isPending={recompute.isPending}
          onRecompute={mayWrite ? () => recompute.mutate([output]) : undefined}
        />
      )}
      {mayWrite && <KeepFresh workbookId={workbookId} table={output} />}
      <ProblemNotice error={recompute.error} />
      <FailedRuns failed={recompute.data?.failed} />
      {transform.code === null ? (
        <Notice>{text.hidden}</Notice>
      ) : !mayWrite ? (
        <pre className={styles.code}>{transform.code}</pre>
      ) : (
        <TransformEditor
          key={transform.updated_at}
          workbookId={workbookId}
          saved={transform.name}
          initial={draftOf(transform)}
        />
      )}
      {isDeleting && (
        <DeleteDialog workbookId={workbookId} name={transform.name} onClose={() => setIsDeleting(false)} />
      )}
    </Page>
  );
}

interface WhyStaleProps {
  workbookId: string;
  table: string;
  isPending: boolean;
  /** For those who may. */
  onRecompute: (() => void) | undefined;
}

function WhyStale({ workbookId, table, isPending, onRecompute }: WhyStaleProps) {
  const text = useText(transformTexts);
  const { data } = useQuery(outputQuery(workbookId, table));
  const reasonOf = ({ reason, table }: Table['freshness']['because'][number]) => {
    const sentence = text[reason];
    return typeof sentence === 'string' ? sentence : sentence(table ?? '');
  };
  return (
    <Notice kind="warning">
      <p>
        <strong>{text.whyStale}</strong>
      </p>
      <ul>
        {data?.freshness.because.map((cause) => (
          <li key={cause.reason + cause.table}>{reasonOf(cause)}</li>
        ))}
      </ul>
      {onRecompute && (
        <Button look="primary" icon={<RefreshCw />} disabled={isPending} onClick={onRecompute}>
          {text.recompute}
        </Button>
      )}
    </Notice>
  );
}

function DeleteDialog({
  workbookId,
  name,
  onClose,
}: {
  workbookId: string;
  name: string;
  onClose: () => void;
}) {
  const text = useText(transformTexts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [cascade, setCascade] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      deleteTransform(service, { path: { workbook_id: workbookId, transform: name }, query: { cascade } }),
    onSuccess: async () => {
      await navigate({ to: '/workbooks/$workbookId/transforms', params: { workbookId } });
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
    },
  });
  return (
    <ConfirmDialog title={text.deleteTitle(name)} action={text.delete} change={remove} onClose={onClose}>
      <p>{text.deleteHint}</p>
      <Checkbox label={text.cascade} checked={cascade} onChange={(e) => setCascade(e.target.checked)} />
    </ConfirmDialog>
  );
}
