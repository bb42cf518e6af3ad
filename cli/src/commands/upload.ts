import { basename } from 'node:path';
import { each, type UploadOptions, type Workbook } from '@workbook-data-service/client';
import { createWorkbook, listMyWorkbooks, type UploadAnswer } from '@workbook-data-service/client/api';
import { Command, Option } from 'commander';
import { exitCodeOf } from '../exit-code.js';
import { fileOnDisk, requireFiles } from '../file-on-disk.js';
import { type ListColumn, printList } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { Progress } from '../output/progress.js';
import { alternativesAsText, readingAsText } from '../output/reading-as-text.js';
import { remark } from '../output/standard-output.js';
import { reportError } from '../report-error.js';
import { openSession, type Session } from '../session.js';

interface UploadCommandOptions {
  mode?: NonNullable<UploadOptions['mode']>;
  structuring?: NonNullable<UploadOptions['structuring']>;
  reading?: NonNullable<UploadOptions['reading']>;
  create?: boolean;
}

interface UploadedTable {
  file: string;
  table: UploadAnswer['artifacts'][number];
}

const columns: ListColumn<UploadedTable>[] = [
  { title: 'file', value: ({ file }) => file },
  { title: 'table', value: ({ table }) => table.name },
  { title: 'rows', value: ({ table }) => table.row_count, alignRight: true },
];

export const uploadCommand = () =>
  new Command('upload')
    .description('upload files and wait for their tables')
    .argument('<workbook>', 'its id or title')
    .argument('<files...>')
    .option('--create', 'create the workbook if none has the title')
    .addOption(new Option('--mode <mode>', 'whether tables are made at once').choices(['auto', 'staged']))
    .addOption(
      new Option('--structuring <how>', 'whether tables are looked for inside sheets').choices([
        'auto',
        'skip',
        'defer',
      ]),
    )
    .addOption(
      new Option(
        '--reading <choice>',
        'whether files like earlier ones are read as those were corrected',
      ).choices(['known', 'ignore']),
    )
    .action(async (workbook: string, files: string[], options: UploadCommandOptions, command: Command) => {
      await requireFiles(files);
      const session = await openSession(command);
      const { create, ...settings } = options;
      const book = create ? await findOrCreate(session, workbook) : await session.workbook(workbook);
      await uploadAll(session, book, files, settings);
    });

/** A file that is refused does not keep the others back; the exit code is that of the first. */
async function uploadAll(
  session: Session,
  book: Workbook,
  files: string[],
  settings: UploadOptions,
): Promise<void> {
  const made: UploadedTable[] = [];
  const answers: unknown[] = [];
  let failure: unknown;
  for (const file of files)
    try {
      const answer = await uploadFile(session, book, file, settings);
      answers.push({ file, ...answer });
      if (answer.reading && !session.json) {
        remark(plainText(`${file}: ${readingAsText(answer.reading)}`));
        const place = { workbook: book.id, source: answer.source.name };
        for (const line of alternativesAsText(answer.reading, place)) remark(plainText(line));
      }
      for (const table of answer.artifacts) made.push({ file, table });
    } catch (error) {
      session.signal.throwIfAborted();
      reportError(error, { json: session.json, file });
      failure ??= error;
    }
  if (session.json) await printList(session, answers, []);
  else if (made.length > 0 || !failure) await printList(session, made, columns);
  if (failure) process.exitCode = exitCodeOf(failure);
}

async function uploadFile(
  { signal }: Session,
  book: Workbook,
  file: string,
  settings: UploadOptions,
): Promise<UploadAnswer> {
  const filename = basename(file);
  const progress = new Progress(filename);
  try {
    return await book.upload(await fileOnDisk(file), {
      ...settings,
      filename,
      onProgress: ({ stage, percent }) => progress.tell(stage, percent),
      signal,
    });
  } finally {
    progress.end();
  }
}

async function findOrCreate(session: Session, title: string): Promise<Workbook> {
  const { client, signal } = session;
  for await (const workbook of each(listMyWorkbooks, client, { signal }))
    if (workbook.title === title || workbook.id === title) return await session.workbook(title);
  return client.workbook((await createWorkbook(client, { body: { title }, signal })).id);
}
