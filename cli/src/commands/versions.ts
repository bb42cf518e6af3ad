import { each } from '@workbook-data-service/client';
import { createVersion, listVersions, revertVersion, type Version } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, localTime, printAnswer, printList } from '../output/lists.js';
import { openSession } from '../session.js';

const columns: ListColumn<Version>[] = [
  { title: 'label', value: ({ label }) => label, isWhole: true },
  { title: 'created', value: ({ created_at }) => localTime(created_at) },
  { title: 'snapshot', value: ({ snapshot_id }) => snapshot_id, isWhole: true },
  { title: 'summary', value: ({ summary }) => summary },
];

export const versionsCommand = () =>
  new Command('versions')
    .description('list the pinned versions of a workbook')
    .argument('<workbook>', 'its id or title')
    .action(async (workbook: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      const { client, signal } = session;
      const { id: workbook_id } = await session.workbook(workbook);
      await printList(session, each(listVersions, client, { path: { workbook_id }, signal }), columns);
    })
    .addCommand(createCommand())
    .addCommand(revertCommand());

function createCommand(): Command {
  return new Command('create')
    .description('pin the current state of the workbook under a label')
    .argument('<workbook>', 'its id or title')
    .argument('<label>')
    .option('--summary <text>', 'what it is')
    .action(async (workbook: string, label: string, options: { summary?: string }, command: Command) => {
      const session = await openSession(command);
      const { id: workbook_id } = await session.workbook(workbook);
      const input = { path: { workbook_id }, body: { label, ...options }, signal: session.signal };
      await printAnswer(session, await createVersion(session.client, input), `Pinned as ${label}.`);
    });
}

function revertCommand(): Command {
  return new Command('revert')
    .description('restore the tables to a version; the current state is kept as a snapshot')
    .argument('<workbook>', 'its id or title')
    .argument('<label>')
    .option('--dry-run', 'show what would happen, change nothing')
    .action(async (workbook: string, label: string, options: { dryRun?: boolean }, command: Command) => {
      const session = await openSession(command);
      const { id: workbook_id } = await session.workbook(workbook);
      const query = { dry_run: options.dryRun ?? false };
      const answer = await revertVersion(session.client, {
        path: { workbook_id, label },
        query,
        body: {},
        signal: session.signal,
      });
      if (session.json) return await printAnswer(session, answer, '');
      await printList(session, answer.tables, [
        { title: 'table', value: ({ name }) => name },
        { title: 'action', value: ({ action, error }) => error ?? action },
        { title: 'version', value: ({ edit_version }) => edit_version, alignRight: true },
      ]);
    });
}
