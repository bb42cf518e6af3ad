import { listOps, type Op, undoOp } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { CommandError } from '../exit-code.js';
import { counted } from '../output/counted.js';
import { type ListColumn, localTime, printAnswer, printList } from '../output/lists.js';
import { openSession } from '../session.js';

const LISTED = 20;

interface UndoOptions {
  dryRun?: boolean;
  force?: boolean;
}

const columns: ListColumn<Op>[] = [
  { title: 'operation', value: ({ op_id }) => op_id, alignRight: true },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'table', value: ({ table }) => table },
  { title: 'by', value: ({ actor, user_id }) => actor ?? user_id },
  { title: 'at', value: ({ created_at }) => localTime(created_at) },
  {
    title: 'undo',
    value: ({ undoable, undone_by }) => (undone_by !== null ? 'undone' : undoable ? 'possible' : ''),
  },
];

export const undoCommand = () =>
  new Command('undo')
    .description('undo an operation; without its number, list the latest ones')
    .argument('<workbook>', 'its id or title')
    .argument('[operation]', 'its number')
    .option('--dry-run', 'show what would happen, change nothing')
    .option('--force', 'even if a later edit changed the same cells')
    .action(
      async (workbook: string, operation: string | undefined, options: UndoOptions, command: Command) => {
        const session = await openSession(command);
        const { client, signal } = session;
        const { id: workbook_id } = await session.workbook(workbook);
        if (operation === undefined) {
          const { ops } = await listOps(client, { path: { workbook_id }, query: { limit: LISTED }, signal });
          return await printList(session, ops, columns);
        }
        const op_id = Number(operation);
        if (!Number.isSafeInteger(op_id))
          throw new CommandError(`${operation} is not the number of an operation.`);
        const query = { dry_run: options.dryRun ?? false, force: options.force ?? false };
        const answer = await undoOp(client, { path: { workbook_id, op_id }, query, body: {}, signal });
        const verb = answer.dry_run ? 'Would undo' : 'Undid';
        await printAnswer(session, answer, `${verb} operation ${op_id}: ${counted(answer.rows, 'row')}.`);
      },
    );
