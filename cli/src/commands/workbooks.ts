import { each } from '@workbook-data-service/client';
import { createWorkbook, listMyWorkbooks, type Workbook } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, localTime, printAnswer, printList } from '../output/lists.js';
import { openSession } from '../session.js';

const columns: ListColumn<Workbook>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'title', value: ({ title }) => title },
  { title: 'updated', value: ({ updated_at }) => localTime(updated_at) },
];

export const workbooksCommand = () =>
  new Command('workbooks')
    .description('list the workbooks you can access')
    .action(async (_: unknown, command: Command) => {
      const session = await openSession(command);
      const { client, signal } = session;
      await printList(session, each(listMyWorkbooks, client, { signal }), columns);
    })
    .addCommand(createCommand());

function createCommand(): Command {
  return new Command('create')
    .description('create a workbook')
    .argument('<title>')
    .option('--description <text>', 'what it is about')
    .action(async (title: string, options: { description?: string }, command: Command) => {
      const session = await openSession(command);
      const { client, signal } = session;
      const workbook = await createWorkbook(client, { body: { title, ...options }, signal });
      await printAnswer(session, workbook, workbook.id);
    });
}
