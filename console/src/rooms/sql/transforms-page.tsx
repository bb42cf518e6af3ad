import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { TableTitle } from '../../app/table-title.js';
import { useRights } from '../../app/use-rights.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { useFormat } from '../../text/format.js';
import { useText } from '../../text/text.js';
import { ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTable } from '../../ui/list-table.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { FreshnessBadge } from './freshness-badge.js';
import { emptyDraft } from './transform-draft.js';
import { TransformEditor } from './transform-editor.js';
import { transformsQuery } from './transform-queries.js';
import { transformTexts } from './transform-texts.js';

const ROUTE = '/signed-in/workbooks/$workbookId/transforms';

export function TransformsPage() {
  const text = useText(transformTexts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const { workbookId } = useParams({ from: ROUTE });
  const { new: kind } = useSearch({ from: ROUTE });
  const transforms = useQuery(transformsQuery(workbookId));
  const { mayWrite } = useRights(workbookId);
  if (kind)
    return (
      <Page title={text.newTitle}>
        <ReadOnlyNotice workbookId={workbookId} />
        {mayWrite && (
          <TransformEditor key={kind} workbookId={workbookId} saved={undefined} initial={emptyDraft(kind)} />
        )}
      </Page>
    );
  const actions =
    mayWrite &&
    (['sql', 'python'] as const).map((one) => (
      <ButtonLink
        key={one}
        icon={<Plus />}
        to="/workbooks/$workbookId/transforms"
        params={{ workbookId }}
        search={{ new: one }}
      >
        {one === 'sql' ? text.newSql : text.newPython}
      </ButtonLink>
    ));
  const list = transforms.data?.transforms;
  return (
    <Page title={text.transforms} description={text.about} actions={actions}>
      <ProblemNotice error={transforms.error} />
      {transforms.isPending && <Loading />}
      {list?.length === 0 && (
        <EmptyState
          title={text.none}
          actions={
            <ButtonLink look="primary" to="/workbooks/$workbookId/query" params={{ workbookId }}>
              {text.toQuery}
            </ButtonLink>
          }
        >
          {text.noneHint}
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ListTable label={text.transforms} head={[text.table, text.computedBy, text.rows, text.state]}>
          {list.map(({ id, name, output, kind, args, row_count, freshness }) => (
            <tr key={id}>
              <td>
                <Link
                  to="/workbooks/$workbookId/transforms/$transform"
                  params={{ workbookId, transform: name }}
                >
                  <TableTitle name={output} />
                </Link>
              </td>
              <td>
                {kind === 'sql' ? 'SQL' : 'Python'}:{' '}
                {Object.values(args)
                  .map((table) => titleOf(String(table)))
                  .join(', ')}
              </td>
              <td>{row_count === null ? '' : format.number(row_count)}</td>
              <td>
                <FreshnessBadge isStale={freshness.stale} />
              </td>
            </tr>
          ))}
        </ListTable>
      )}
    </Page>
  );
}
