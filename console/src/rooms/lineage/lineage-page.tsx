import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { getLineage, recompute } from '@workbook-data-service/client/api';
import { RefreshCw, Sigma } from 'lucide-react';
import { FailedRuns } from '../../app/failed-runs.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Checkbox } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { LineageGraph } from './lineage-graph.js';
import { LineageList } from './lineage-list.js';
import styles from './lineage-page.module.css';
import { lineageTexts } from './lineage-texts.js';

const ROUTE = '/signed-in/workbooks/$workbookId/lineage';

export function LineagePage() {
  const text = useText(lineageTexts);
  const format = useFormat();
  const { workbookId } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/workbooks/$workbookId/lineage' });
  const level = search.columns ? 'column' : 'table';
  const lineage = useQuery({
    queryKey: ['workbook', workbookId, 'lineage', level],
    queryFn: ({ signal }) =>
      getLineage(service, { path: { workbook_id: workbookId }, query: { level }, signal }),
    placeholderData: (before) => before,
  });
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const run = useMutation({
    mutationFn: () => recompute(service, { path: { workbook_id: workbookId }, body: {} }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['workbook', workbookId] }),
  });
  const choose = (node: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, node }), replace: true });
  const { data } = lineage;
  const chosen = data?.nodes.find(({ id }) => id === search.node)?.id;
  const stale = data?.nodes.filter(({ freshness }) => freshness?.stale).length ?? 0;
  return (
    <Page
      title={text.title}
      isFull
      beside={
        stale > 0 && (
          <Badge kind="warning" title={text.staleHint}>
            {text.staleCount(format.number(stale))}
          </Badge>
        )
      }
      actions={
        <>
          <div className={styles.choice}>
            <Checkbox
              label={text.columns}
              checked={search.columns ?? false}
              onChange={(e) => {
                const columns = e.target.checked || undefined;
                void navigate({ search: (before) => ({ ...before, columns }), replace: true });
              }}
            />
          </div>
          <ButtonLink icon={<Sigma />} to="/workbooks/$workbookId/transforms" params={{ workbookId }}>
            {text.derived}
          </ButtonLink>
          {stale > 0 && mayWrite && (
            <Button look="primary" icon={<RefreshCw />} disabled={run.isPending} onClick={() => run.mutate()}>
              {text.recompute}
            </Button>
          )}
        </>
      }
    >
      <ProblemNotice error={lineage.error ?? run.error} />
      <FailedRuns failed={run.data?.failed} />
      {lineage.isPending && <Loading />}
      {data?.nodes.length === 0 && (
        <EmptyState
          title={text.none}
          actions={
            <ButtonLink to="/workbooks/$workbookId" params={{ workbookId }}>
              {text.toOverview}
            </ButtonLink>
          }
        >
          {text.noneHint}
        </EmptyState>
      )}
      {data && data.nodes.length > 0 && (
        <div className={styles.room}>
          <LineageGraph lineage={data} chosen={chosen} onChoose={choose} />
          <LineageList workbookId={workbookId} lineage={data} chosen={chosen} onChoose={choose} />
        </div>
      )}
    </Page>
  );
}
