import { diffVersions } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { changesAsText } from '../output/changes-as-text.js';
import { printAnswer, printList } from '../output/lists.js';
import { remark, writeLine } from '../output/standard-output.js';
import { openSession } from '../session.js';

/** Rows of each table that a person reads; --cells lists every cell. */
export const ROWS_SHOWN = 20;

export const diffCommand = () =>
  new Command('diff')
    .description('show what changed since a version, or from one to another')
    .argument('<workbook>', 'its id or title')
    .argument('<from>', 'a label or the id of a snapshot')
    .argument('[to]', 'another one; the current state by default')
    .option('--cells', 'a table of every cell that differs')
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
        const changed = diff.tables.filter(({ status }) => status !== 'unchanged');
        if (changed.length === 0) return remark('Nothing has changed.');
        if (options.cells) {
          const cells = changed.flatMap(({ name, cells }) => cells.map((cell) => ({ table: name, ...cell })));
          await printList(session, cells, [
            { title: 'table', value: ({ table }) => table },
            { title: 'row', value: ({ row_id }) => row_id, alignRight: true },
            { title: 'change', value: ({ change }) => change },
            { title: 'column', value: ({ column }) => column },
            { title: 'before', value: (cell) => cell.old },
            { title: 'after', value: (cell) => cell.new },
          ]);
        } else for (const line of changesAsText(changed, ROWS_SHOWN)) await writeLine(line);
        if (diff.truncated) remark('There are more cells than the service lists.');
      },
    );
