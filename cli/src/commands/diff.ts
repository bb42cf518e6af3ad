import { diffVersions, type TableDiff } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, printAnswer, printList } from '../output/lists.js';
import { remark } from '../output/standard-output.js';
import { openSession } from '../session.js';

const columns: ListColumn<TableDiff>[] = [
  { title: 'table', value: ({ name, renamed_from }) => (renamed_from ? `${renamed_from} → ${name}` : name) },
  { title: 'status', value: ({ status }) => status },
  { title: 'inserted', value: ({ rows }) => rows?.inserted, alignRight: true },
  { title: 'updated', value: ({ rows }) => rows?.updated, alignRight: true },
  { title: 'deleted', value: ({ rows }) => rows?.deleted, alignRight: true },
  { title: 'columns', value: changedColumns },
];

export const diffCommand = () =>
  new Command('diff')
    .description('show what changed since a version, or from one to another')
    .argument('<workbook>', 'its id or title')
    .argument('<from>', 'a label or the id of a snapshot')
    .argument('[to]', 'another one; the current state by default')
    .option('--cells', 'each cell that differs')
    .action(
      async (
        workbook: string,
        label: string,
        to: string | undefined,
        options: { cells?: boolean },
        command: Command,
      ) => {
        const session = await openSession(command);
        const { client, signal } = session;
        const { id: workbook_id } = await session.workbook(workbook);
        const query = to === undefined ? {} : { against: to };
        const diff = await diffVersions(client, { path: { workbook_id, label }, query, signal });
        if (session.json) return await printAnswer(session, diff, '');
        if (!options.cells) return await printList(session, diff.tables, columns);
        const cells = diff.tables.flatMap(({ name, cells }) =>
          cells.map((cell) => ({ table: name, ...cell })),
        );
        await printList(session, cells, [
          { title: 'table', value: ({ table }) => table },
          { title: 'row', value: ({ row_id }) => row_id, alignRight: true },
          { title: 'column', value: ({ column }) => column },
          { title: 'before', value: (cell) => cell.old },
          { title: 'after', value: (cell) => cell.new },
        ]);
        if (diff.truncated) remark('There are more cells than the service lists.');
      },
    );

function changedColumns({ columns: { added, removed, renamed, retyped } }: TableDiff): string {
  return [
    ...added.map((name) => `+${name}`),
    ...removed.map((name) => `-${name}`),
    ...renamed.map(({ from, to }) => `${from} → ${to}`),
    ...retyped.map(({ column, to }) => `${column}: ${to}`),
  ].join(', ');
}
