import { basename } from 'node:path';
import { Download } from '@workbook-data-service/client';
import { type MergeAnswer, mergeTable, syncFile } from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { fileOnDisk } from '../file-on-disk.js';
import { counted } from '../output/counted.js';
import { printAnswer } from '../output/lists.js';
import { type OutputOptions, outputOptions, requireFree, withOutput } from '../output/output-file.js';
import { plainText } from '../output/plain-text.js';
import { openSession, type Session } from '../session.js';
import { inWords } from '../words/words.js';

interface MergeOptions extends OutputOptions {
  branch: string;
  dryRun?: boolean;
  confirmDeletes?: boolean;
  skipUnreadable?: boolean;
}

function withOptions(command: Command): Command {
  command
    .option('--dry-run', 'show what would happen, change nothing')
    .option('--confirm-deletes', 'even if the file lacks most of the rows, or replaces all of them')
    .option('--skip-unreadable', 'leave cells that cannot be read as they were');
  for (const option of outputOptions('write the merged file, with the ids of its rows, to continue editing'))
    command.addOption(option);
  return command;
}

export const mergeCommand = () =>
  withOptions(
    new Command('merge')
      .description('merge one table of an edited export')
      .argument('<workbook>', 'its id or title')
      .argument('<table>', 'its name or id')
      .argument('<file>')
      .requiredOption('--branch <id>', 'the branch that the export has recorded'),
  ).action(async (workbook: string, name: string, path: string, options: MergeOptions, command: Command) => {
    await requireFree(options);
    const body = { file: await namedFile(path), branch_id: options.branch };
    const session = await openSession(command);
    const { id: workbook_id } = await session.workbook(workbook);
    const input = { path: { workbook_id, name }, query: queryOf(options), body, signal: session.signal };
    await finish(session, await mergeTable.response(session.client, input), options);
  });

export const syncCommand = () =>
  withOptions(
    new Command('sync')
      .description('merge every table of an edited export')
      .argument('<workbook>', 'its id or title')
      .argument('<file>')
      .option('--branch <id>', 'the branch recorded by the export; an xlsx file carries it'),
  ).action(async (workbook: string, path: string, options: Partial<MergeOptions>, command: Command) => {
    await requireFree(options);
    const body = { file: await namedFile(path), ...(options.branch && { branch_id: options.branch }) };
    const session = await openSession(command);
    const { id: workbook_id } = await session.workbook(workbook);
    const input = { path: { workbook_id }, query: queryOf(options), body, signal: session.signal };
    await finish(session, await syncFile.response(session.client, input), options);
  });

async function namedFile(path: string): Promise<File> {
  return new File([await fileOnDisk(path)], basename(path));
}

function queryOf({ dryRun, confirmDeletes, skipUnreadable, output }: Partial<MergeOptions>) {
  return {
    dry_run: dryRun ?? false,
    confirm_deletes: confirmDeletes ?? false,
    on_unreadable: skipUnreadable ? ('skip' as const) : ('refuse' as const),
    return_file: output !== undefined,
  };
}

/** The answer is the merged file if that was asked for, unless it was a dry run or the call had to be repeated. */
async function finish(session: Session, response: Response, options: Partial<MergeOptions>): Promise<void> {
  const { output } = options;
  const brief = response.headers.get('x-svc-result');
  if (output === undefined || brief === null) {
    const answer = (await response.json()) as MergeAnswer;
    const isLost = output !== undefined && !answer.dry_run;
    return await tell(
      session,
      answer,
      isLost ? [`${output} was not written: wds export gives the file.`] : [],
    );
  }
  const download = new Download(response);
  await withOutput(options, async (write) => {
    for await (const chunk of download.stream) await write(chunk);
  });
  if (output !== '-')
    await tell(session, JSON.parse(brief) as MergeAnswer, [
      `${output} has the ids of all rows, on branch ${download.branchId}.`,
    ]);
}

async function tell(session: Session, answer: MergeAnswer, more: string[]): Promise<void> {
  const { summary, warnings, warning_messages = [], tables, op_id } = answer;
  const conflicts = tables.reduce((sum, table) => sum + table.conflicts, 0);
  const lines = [summary, ...warnings.map((text, index) => inWords({ text, ...warning_messages[index] }))];
  if (conflicts > 0) lines.push(`${counted(conflicts, 'conflict')}: wds conflicts lists them.`);
  if (op_id !== null) lines.push(`wds undo takes it back: operation ${op_id}.`);
  await printAnswer(session, answer, [...lines, ...more].map(plainText).join('\n'));
}
