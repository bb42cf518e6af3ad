import type { ExportRequest } from '@workbook-data-service/client/api';
import { Command, Option } from 'commander';
import { CommandError } from '../exit-code.js';
import { printAnswer } from '../output/lists.js';
import { withOutput } from '../output/output-file.js';
import { bytes, Progress } from '../output/progress.js';
import { openSession } from '../session.js';

interface ExportOptions {
  output?: string;
  format?: 'xlsx' | 'csv';
  formulas?: boolean;
  branch?: boolean;
  rowIds?: boolean;
}

export const exportCommand = () =>
  new Command('export')
    .description('write tables to an Excel or csv file')
    .argument('<workbook>', 'its id or title')
    .argument('[tables...]', 'all by default')
    .option(
      '-o, --output <file>',
      'the file to write, - for standard output (default: the name the service gives it)',
    )
    .addOption(
      new Option('-f, --format <format>', 'by the end of the name, else xlsx').choices(['xlsx', 'csv']),
    )
    .option('--formulas', 'keep formulas where possible')
    .option('--row-ids', 'add the column __svc_row_id')
    .option('--branch', 'record a branch, so that the edited file can be merged back with merge or sync')
    .action(async (workbook: string, tables: string[], options: ExportOptions, command: Command) => {
      const session = await openSession(command);
      const { signal } = session;
      if (options.output === '-' && process.stdout.isTTY)
        throw new CommandError('The file is binary. Name an output file with -o, or pipe it to a program.');
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
        await withOutput(path === '-' ? undefined : path, async (write) => {
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
