import { each } from '@workbook-data-service/client';
import {
  createVersion,
  diffVersions,
  listVersions,
  type RestoreAnswer,
  type RestoredTable,
  revertVersion,
  type Version,
} from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { changesAsText } from '../output/changes-as-text.js';
import { type ListColumn, localTime, printAnswer, printList } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { quotedWord } from '../output/quoted-word.js';
import { remark, writeLine } from '../output/standard-output.js';
import { requireYes } from '../prompts.js';
import { openSession, type Session } from '../session.js';
import { ROWS_SHOWN } from './diff.js';

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

interface RevertOptions {
  dryRun?: boolean;
  yes?: boolean;
}

function revertCommand(): Command {
  return new Command('revert')
    .description('show what restoring the tables to a version changes, and do it; the state before is kept')
    .argument('<workbook>', 'its id or title')
    .argument('<label>')
    .option('--dry-run', 'show what would happen, change nothing')
    .option('-y, --yes', 'without asking')
    .action(async (workbook: string, label: string, options: RevertOptions, command: Command) => {
      const session = await openSession(command);
      const { client, json, signal } = session;
      const { id: workbook_id } = await session.workbook(workbook);
      const revert = async (dry_run: boolean) =>
        await revertVersion(client, {
          path: { workbook_id, label },
          query: { dry_run },
          body: {},
          signal,
        });
      if (options.dryRun || !options.yes) {
        const planned = await revert(true);
        if (json && options.dryRun) return await printAnswer(session, planned, '');
        if (!json) await showPlan(session, workbook_id, label, planned);
        if (options.dryRun) return;
        await requireYes(`Restore the tables to ${plainText(label)}?`);
      }
      const answer = await revert(false);
      const before = answer.safety_snapshot_id;
      const undo = before ? ` The state before: wds versions revert ${quotedWord(workbook)} ${before}` : '';
      await printAnswer(session, answer, plainText(`The tables are as in ${label}.${undo}`));
    });
}

const actions: Readonly<Record<RestoredTable['action'], string | undefined>> = {
  restored: undefined,
  unchanged: undefined,
  archived: 'archived, because it was made since',
  revived: 'back, because it was deleted since',
  recomputed: 'computed again',
  failed: 'not computed again',
};

/** What becomes of each table, and the values of its rows now and then. */
async function showPlan(
  { client, signal }: Session,
  workbook_id: string,
  label: string,
  { snapshot_id, tables }: RestoreAnswer,
): Promise<void> {
  const path = { workbook_id, label: 'current' };
  const diff = await diffVersions(client, { path, query: { against: snapshot_id }, signal });
  const isRestored = new Set(tables.flatMap(({ name, action }) => (action === 'restored' ? [name] : [])));
  const changed = diff.tables.filter(({ name, status }) => status !== 'unchanged' && isRestored.has(name));
  const others = tables.flatMap(({ name, action, error }) =>
    actions[action] ? [plainText(`${name}: ${actions[action]}${error ? ` (${error})` : ''}`)] : [],
  );
  const lines = [...changesAsText(changed, ROWS_SHOWN), ...others];
  if (lines.length === 0) return remark(`Nothing differs from ${plainText(label)}.`);
  for (const line of lines) await writeLine(line);
}
