import { each } from '@workbook-data-service/client';
import { type Conflict, listConflicts, resolveConflict } from '@workbook-data-service/client/api';
import { Argument, Command } from 'commander';
import { CommandError } from '../exit-code.js';
import { type ListColumn, printAnswer, printList } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { openSession, type Session } from '../session.js';

const columns: ListColumn<Conflict>[] = [
  { title: 'conflict', value: ({ id }) => id, isWhole: true },
  { title: 'table', value: ({ table }) => table },
  { title: 'row', value: ({ row_id }) => row_id, alignRight: true },
  { title: 'column', value: ({ column }) => column },
  { title: 'edit', value: ({ previous }) => previous },
  { title: 'came', value: ({ incoming }) => incoming },
];

export const conflictsCommand = () =>
  new Command('conflicts')
    .description('list cells that two sides have changed, and that nobody has decided yet')
    .argument('<workbook>', 'its id or title')
    .action(async (workbook: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      const { id } = await session.workbook(workbook);
      await printList(session, openConflicts(session, id), columns);
    })
    .addCommand(resolveCommand());

function resolveCommand(): Command {
  return new Command('resolve')
    .description('decide one: keep the cell as it is, or change it to the other value')
    .argument('<workbook>', 'its id or title')
    .argument('<conflict>', 'its id')
    .addArgument(new Argument('<how>').choices(['keep', 'change']))
    .action(
      async (workbook: string, conflict_id: string, how: 'keep' | 'change', _: unknown, command: Command) => {
        const session = await openSession(command);
        const { id: workbook_id } = await session.workbook(workbook);
        const conflict = await openConflict(session, workbook_id, conflict_id);
        const other = conflict.kind === 'overwrite' ? 'revert' : 'drop_override';
        const resolved = await resolveConflict(session.client, {
          path: { workbook_id, conflict_id },
          body: { action: how === 'keep' ? 'acknowledge' : other },
          signal: session.signal,
        });
        const cell = `row ${conflict.row_id} of ${conflict.table}`;
        await printAnswer(session, resolved, plainText(`${conflict.column ?? 'All'} in ${cell} is decided.`));
      },
    );
}

function openConflicts({ client, signal }: Session, workbook_id: string): AsyncIterable<Conflict> {
  return each(listConflicts, client, { path: { workbook_id }, query: { status: 'open' }, signal });
}

async function openConflict(session: Session, workbookId: string, id: string): Promise<Conflict> {
  for await (const conflict of openConflicts(session, workbookId)) if (conflict.id === id) return conflict;
  throw new CommandError(`No open conflict has the id ${id}. wds conflicts lists them.`, 'notFound');
}
