import { useQuery } from '@tanstack/react-query';
import { getRowHistory } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { CellText } from './cell-text.js';

interface RowChangeProps {
  workbookId: string;
  table: string;
  rowId: number;
  opId: number;
}

/** The cells of a row that an op changed: what they held before, and after. */
export function RowChange({ workbookId, table, rowId, opId }: RowChangeProps) {
  const history = useQuery({
    queryKey: ['workbook', workbookId, 'rows', table, 'history', rowId],
    queryFn: ({ signal }) =>
      getRowHistory(service, { path: { workbook_id: workbookId, name: table, row_id: rowId }, signal }),
  });
  if (history.isPending) return <Loading />;
  const change = history.data?.changes.find(({ op_id }) => op_id === opId);
  const after = change?.new ?? {};
  const before = change?.old ?? {};
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  return (
    <>
      <ProblemNotice error={history.error} />
      <ul>
        {changed.map((column) => (
          <li key={column}>
            {column}: <CellText value={before[column]} /> → <CellText value={after[column]} />
          </li>
        ))}
      </ul>
    </>
  );
}
