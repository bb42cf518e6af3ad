import { each } from '@workbook-data-service/client';
import {
  type ChangeReadingRequest,
  changeReading,
  forgetReading,
  getMe,
  listReadings,
  type SavedReading,
} from '@workbook-data-service/client/api';
import { Command, Option } from 'commander';
import { type ListColumn, printAnswer, printList } from '../output/lists.js';
import { openSession, type Session } from '../session.js';

interface OfWorkspace {
  workspace?: string;
}

interface TargetOptions extends OfWorkspace {
  name?: string;
  append?: string;
  replace?: string;
  sourceColumn?: string;
  periodColumn?: string;
  own?: boolean;
}

const columns: ListColumn<SavedReading>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  { title: 'learned from', value: ({ learned_from }) => learned_from },
  {
    title: 'rows go to',
    value: ({ target }) => (target.mode === 'new' ? 'tables of their own' : `${target.mode} ${target.table}`),
  },
];

const workspaceOption = () => new Option('--workspace <id>', 'the workspace (your personal one)');

export const readingsCommand = () =>
  new Command('readings')
    .description('list how files of a workspace were corrected')
    .addOption(workspaceOption())
    .action(async (options: OfWorkspace, command: Command) => {
      const session = await openSession(command);
      const path = { workspace_id: await workspaceOf(session, options) };
      await printList(session, each(listReadings, session.client, { path, signal: session.signal }), columns);
    })
    .addCommand(changeCommand())
    .addCommand(forgetCommand());

function changeCommand(): Command {
  return new Command('change')
    .description('rename a reading, or say where the rows of its files go')
    .argument('<id>', 'its id')
    .addOption(workspaceOption())
    .option('--name <name>')
    .option('--append <table>', 'add rows to this table')
    .option('--replace <table>', 'replace the file that this table came from')
    .option('--own', 'make tables of their own')
    .option('--source-column <name>', 'with --append: a column for the name of the file')
    .option('--period-column <name>', 'with --append: a column for the period of the file')
    .action(async (reading_id: string, options: TargetOptions, command: Command) => {
      const session = await openSession(command);
      const workspace_id = await workspaceOf(session, options);
      const body: ChangeReadingRequest = {
        ...(options.name !== undefined && { name: options.name }),
        ...targetIn(options),
      };
      const changed = await changeReading(session.client, {
        path: { workspace_id, reading_id },
        body,
        signal: session.signal,
      });
      await printAnswer(session, changed, `${changed.name} is changed.`);
    });
}

function targetIn(options: TargetOptions): Pick<ChangeReadingRequest, 'target'> {
  const { append, replace, own, sourceColumn, periodColumn } = options;
  if (own) return { target: { mode: 'new' } };
  const table = append ?? replace;
  if (table === undefined) return {};
  return {
    target: {
      mode: append === undefined ? 'replace' : 'append',
      table,
      ...(sourceColumn !== undefined && { source_column: sourceColumn }),
      ...(periodColumn !== undefined && { period_column: periodColumn }),
    },
  };
}

function forgetCommand(): Command {
  return new Command('forget')
    .description('forget a reading; no table changes')
    .argument('<id>', 'its id')
    .addOption(workspaceOption())
    .action(async (reading_id: string, options: OfWorkspace, command: Command) => {
      const session = await openSession(command);
      const workspace_id = await workspaceOf(session, options);
      await forgetReading(session.client, { path: { workspace_id, reading_id }, signal: session.signal });
      await printAnswer(session, { id: reading_id }, `${reading_id} is forgotten.`);
    });
}

async function workspaceOf({ client, signal }: Session, { workspace }: OfWorkspace): Promise<string> {
  if (workspace !== undefined) return workspace;
  const { workspace_id: own } = await getMe(client, { signal });
  return own ?? 'personal';
}
