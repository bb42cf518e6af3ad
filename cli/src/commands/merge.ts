import { basename } from 'node:path';
import { type MergeAnswer, mergeTable, syncFile } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { fileOnDisk } from '../file-on-disk.js';
import { counted } from '../output/counted.js';
import { printAnswer } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { openSession, type Session } from '../session.js';

interface MergeOptions {
  branch: string;
  dryRun?: boolean;
  confirmDeletes?: boolean;
}

const withOptions = (command: Command): Command =>
  command
    .option('--dry-run', 'say what would happen, and change nothing')
    .option('--confirm-deletes', 'also if the file lacks most of the rows');

export const mergeCommand = () =>
  withOptions(
    new Command('merge')
      .description('merge one table of an edited export')
      .argument('<workbook>', 'its id or title')
      .argument('<table>', 'its name or id')
      .argument('<file>')
      .requiredOption('--branch <id>', 'the branch that the export has recorded'),
  ).action(async (workbook: string, name: string, path: string, options: MergeOptions, command: Command) => {
    const session = await openSession(command);
    const { id: workbook_id } = await session.workbook(workbook);
    const body = { file: await namedFile(path), branch_id: options.branch };
    const input = { path: { workbook_id, name }, query: queryOf(options), body, signal: session.signal };
    await tell(session, await mergeTable(session.client, input));
  });

export const syncCommand = () =>
  withOptions(
    new Command('sync')
      .description('merge every table of an edited export')
      .argument('<workbook>', 'its id or title')
      .argument('<file>')
      .option('--branch <id>', 'the branch that the export has recorded; an xlsx file says it itself'),
  ).action(async (workbook: string, path: string, options: Partial<MergeOptions>, command: Command) => {
    const session = await openSession(command);
    const { id: workbook_id } = await session.workbook(workbook);
    const body = { file: await namedFile(path), ...(options.branch && { branch_id: options.branch }) };
    const input = { path: { workbook_id }, query: queryOf(options), body, signal: session.signal };
    await tell(session, await syncFile(session.client, input));
  });

async function namedFile(path: string): Promise<File> {
  return new File([await fileOnDisk(path)], basename(path));
}

function queryOf({ dryRun = false, confirmDeletes = false }: Partial<MergeOptions>) {
  return { dry_run: dryRun, confirm_deletes: confirmDeletes };
}

async function tell(session: Session, answer: MergeAnswer): Promise<void> {
  const { summary, warnings, conflicts, op_id } = answer;
  const lines = [summary, ...warnings];
  if (conflicts.length > 0)
    lines.push(`${counted(conflicts.length, 'conflict')}: wds api GET …/conflicts lists them.`);
  if (op_id !== null) lines.push(`wds undo takes it back: operation ${op_id}.`);
  await printAnswer(session, answer, lines.map(plainText).join('\n'));
}
