import type { ArtifactSummary } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, printList } from '../output/lists.js';
import { openSession } from '../session.js';

const tableColumns: ListColumn<ArtifactSummary>[] = [
  { title: 'table', value: ({ name }) => name },
  { title: 'rows', value: ({ row_count }) => row_count, alignRight: true },
  { title: 'version', value: ({ edit_version }) => edit_version, alignRight: true },
  { title: 'layer', value: ({ layer, freshness }) => (freshness.stale ? `${layer}, stale` : layer) },
  { title: 'columns', value: ({ schema }) => schema?.map(({ name }) => name).join(', ') },
];

export const tablesCommand = () =>
  new Command('tables')
    .description('list the tables of a workbook')
    .argument('<workbook>', 'its id or title')
    .action(async (workbook: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      const book = await session.workbook(workbook);
      await printList(session, book.tables({ signal: session.signal }), tableColumns);
    });
