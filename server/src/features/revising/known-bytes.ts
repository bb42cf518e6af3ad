import { say } from '@workbook-data-service/contract/messages';
import type { Db } from '../../catalog/db.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { problem } from '../../core/problems.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Service } from '../service.js';
import { findSourceByContent } from '../sources/sources.js';

/** The same bytes cannot be two sources of a workbook. */
export async function refuseKnownBytes(db: Db, workbookId: string, { blob }: ReceivedFile): Promise<void> {
  const known = await findSourceByContent(db, workbookId, blob.hash);
  if (!known) return;
  throw problem('conflict', say('file-known', { source: known.name }), {
    fix: say('fix-use-known-file', { source: known.name }),
  });
}

/** Refuses the bytes also if they became another source while the change was planned. */
export async function refusingKnownBytes<Result>(
  service: Service,
  workbookId: string,
  file: ReceivedFile,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatedKey(error) === 'sources_content_unique')
      await refuseKnownBytes(service.catalog.db, workbookId, file);
    throw error;
  }
}
