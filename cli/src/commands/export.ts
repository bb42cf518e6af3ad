import { extname } from 'node:path';
import type { ExportRequest } from '@workbook-data-service/client/api';
import { Command, Option } from 'commander';
import { CommandError } from '../exit-code.js';
import { printAnswer } from '../output/lists.js';
import { type OutputOptions, outputOptions, requireFree, withOutput } from '../output/output-file.js';
import { bytes, Progress } from '../output/progress.js';
import { openSession } from '../session.js';

interface ExportOptions extends OutputOptions {
  format?: 'xlsx' | 'csv';
  formulas?: boolean;
  branch?: boolean;
  rowIds?: boolean;
}

export const exportCommand = () => {
  const command = new Command('export')
    .description('write tables to an Excel or csv file')
    .argument('<workbook>', 'its id or title')
    .argument('[tables...]', 'all by default')
    .addOption(
      new Option('-f, --format <format>', 'by the ending of the file, else xlsx').choices(['xlsx', 'csv']),
    )
    .option('--formulas', 'keep formulas where possible')
    .option('--row-ids', 'add the column __svc_row_id')
    .option('--branch', 'record a branch, so that the edited file can be merged back with merge or sync');
  for (const option of outputOptions('the file to write, named by the service if not by you'))
    command.addOption(option);
  return command.action(async (workbook: string, tables: string[], options: ExportOptions) => {
    if (options.output === '-' && process.stdout.isTTY)
      throw new CommandError('The file is binary. Name an output file with -o, or pipe it to a program.');
    await requireFree(options);
    const session = await openSession(command);
    const { signal } = session;
    const book = await session.workbook(workbook);
    const progress = new Progress('Export');
    progress.tell('waiting for the service');
    let size = 0;
    const onProgress = ({ received, total }: { received: number; total: number | undefined }): void => {
      size = received;
      progress.tell(bytes(received), total && (received / total) * 100);
    };
    try {
      const download = await book.export(requestOf(tables, options), { onProgress, signal });
      const path = options.output ?? safeName(download.filename);
      requireEnding(path, extname(download.filename));
      await withOutput({ ...options, output: path }, async (write) => {
        for await (const chunk of download.stream) await write(chunk);
      });
      progress.end();
      const branch = download.branchId;
      const answer = { file: path, bytes: size, ...(branch && { branch_id: branch }) };
      const remark = branch ? `, branch ${branch}` : '';
      if (path !== '-') await printAnswer(session, answer, `${path}: ${bytes(size)}${remark}`);
    } finally {
      progress.end();
    }
  });
};

/** Programs open a file by its ending: several csv files in an archive are no `out.csv`. */
function requireEnding(path: string, ending: string): void {
  const named = extname(path).toLowerCase();
  if (named === '' || named === ending) return;
  const advice = ending === '.zip' ? ', or name one table' : '';
  throw new CommandError(
    `This is a ${ending} file, and ${path} is named as another. End it with ${ending}${advice}.`,
  );
}

function requestOf(
  tables: string[],
  { output, format, formulas, branch, rowIds }: ExportOptions,
): ExportRequest {
  return {
    format: format ?? (/\.(csv|zip)$/i.test(output ?? '') ? 'csv' : 'xlsx'),
    ...(tables.length > 0 && { tables }),
    ...(formulas && { formula_mode: 'preserve' as const }),
    ...(rowIds && { include_row_ids: true }),
    ...(branch && { record_branch: true }),
  };
}

/** The service names the file, but not the folder. */
function safeName(filename: string): string {
  const name = filename.split(/[/\\]/).at(-1)?.replace(/^\.+/, '');
  return name || 'export';
}
