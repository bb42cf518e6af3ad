import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { each, type Workbook } from '@workbook-data-service/client';
import {
  listFileLinks,
  pushFileVersion,
  type TrackedFile,
  trackLocalFile,
} from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { CommandError } from '../exit-code.js';
import { fileOnDisk, requireFiles } from '../file-on-disk.js';
import { fileSaves } from '../file-saves.js';
import { counted } from '../output/counted.js';
import { printAnswer } from '../output/lists.js';
import { plainText } from '../output/plain-text.js';
import { remark } from '../output/standard-output.js';
import { reportError } from '../report-error.js';
import { openSession, type Session } from '../session.js';
import { lossesOf } from '../worse-version.js';

interface WatchOptions {
  acceptLosses?: boolean;
}

interface Watched {
  session: Session;
  book: Workbook;
  path: string;
  acceptLosses: boolean;
}

export const watchCommand = () =>
  new Command('watch')
    .description('keep tables in step with local files, on every save, until Ctrl-C')
    .argument('<workbook>', 'its id or title')
    .argument('<files...>')
    .option(
      '--accept-losses',
      'also versions that lack tables, columns, or most of the rows, of the one before',
    )
    .action(async (workbook: string, files: string[], { acceptLosses }: WatchOptions, command: Command) => {
      await requireFiles(files);
      const session = await openSession(command);
      const book = await session.workbook(workbook);
      const paths = files.map((file) => resolve(file));
      if (!session.json) remark('Watching. Press Ctrl-C to stop.');
      await Promise.all(
        paths.map((path) => follow({ session, book, path, acceptLosses: acceptLosses ?? false })),
      );
    });

/** A version that is refused, such as a file that cannot be read, does not end the watching. */
async function follow(watched: Watched): Promise<void> {
  const { session, book, path } = watched;
  let linkId: string | undefined;
  try {
    for await (const _ of fileSaves(path, session.signal))
      try {
        linkId ??= await linkOf(session, book, path);
        await requireNoLoss(watched, linkId);
        const tracked = await push(watched, linkId);
        linkId = tracked.id;
        await tell(session, path, tracked);
      } catch (error) {
        session.signal.throwIfAborted();
        reportError(error, { json: session.json, file: path });
      }
  } catch (error) {
    if (!session.signal.aborted) throw error;
  }
  process.exitCode = 0;
}

/** The one that an earlier watch of the same file has made. */
async function linkOf(
  { client, signal }: Session,
  book: Workbook,
  path: string,
): Promise<string | undefined> {
  for await (const link of each(listFileLinks, client, { path: { workbook_id: book.id }, signal }))
    if (link.provider === 'local' && link.origin === path) return link.id;
  return undefined;
}

/** A half-written or damaged file does not take the place of what was read before. */
async function requireNoLoss(watched: Watched, linkId: string | undefined): Promise<void> {
  if (watched.acceptLosses || linkId === undefined) return;
  const losses = lossesOf(await push(watched, linkId, true));
  if (losses.length > 0)
    throw new CommandError(
      `This save was not sent: ${losses.join(', ')}. Save the file again, or watch it with --accept-losses.`,
      'refused',
    );
}

async function push(
  { session: { client, signal }, book, path }: Watched,
  linkId: string | undefined,
  dry_run = false,
): Promise<TrackedFile> {
  const { mtime } = await stat(path);
  const file = new File([await fileOnDisk(path)], basename(path));
  const body = { file, modified_time: mtime.toISOString() };
  const workbook = { workbook_id: book.id };
  if (linkId === undefined)
    return await trackLocalFile(client, { path: workbook, body: { ...body, origin: path }, signal });
  return await pushFileVersion(client, {
    path: { ...workbook, link_id: linkId },
    query: { dry_run },
    body,
    signal,
  });
}

async function tell(session: Session, path: string, tracked: TrackedFile): Promise<void> {
  const { changed, version, artifacts } = tracked;
  const tables = artifacts
    .map(({ name, row_count }) => `${plainText(name)} (${counted(row_count, 'row')})`)
    .join(', ');
  const sentence = changed ? `version ${version.n}: ${tables}` : `version ${version.n}, as before`;
  await printAnswer(session, { file: path, ...tracked }, `${plainText(basename(path))}: ${sentence}`);
}
