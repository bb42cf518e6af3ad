import { useQuery } from '@tanstack/react-query';
import { listTables } from '@workbook-data-service/client/api';
import { service } from '../../app/service.js';
import { messages, useText } from '../../text/text.js';
import { TableList } from './table-list.js';

const texts = messages(
  {
    archived: (count: number) => `Archived tables (${count})`,
    about: 'They can be read and queried as before. Sheets as they were uploaded are among them.',
  },
  {
    archived: (count: number) => `アーカイブした表（${count}）`,
    about: '閲覧やクエリはこれまでどおり可能です。アップロードされたままのシートも含まれます。',
  },
);

/** Tables that were set aside, out of the way until somebody looks for them. */
export function ArchivedTables({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const { data } = useQuery({
    queryKey: ['workbook', workbookId, 'tables', 'archived'],
    queryFn: ({ signal }) =>
      listTables(service, { path: { workbook_id: workbookId }, query: { state: 'archived' }, signal }),
  });
  if (!data || data.artifacts.length === 0) return null;
  const title = text.archived(data.artifacts.length);
  return (
    <details>
      <summary>{title}</summary>
      <p>{text.about}</p>
      <TableList workbookId={workbookId} tables={data.artifacts} label={title} />
    </details>
  );
}
