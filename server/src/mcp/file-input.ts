import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { textEnum } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { say } from '@workbook-data-service/contract/messages';
import type { Received } from '@workbook-data-service/contract/received';
import { UrlIngestRequest } from '@workbook-data-service/contract/sources';
import { type CommitOptions, withWorkBeforeCommit } from '../catalog/change.js';
import { problem } from '../core/problems.js';
import { fetchFile } from '../features/ingest/fetch-file.js';
import {
  moveSlot,
  refuseUnlessMovable,
  requireSlot,
  type SlotRecord,
} from '../features/uploads/upload-slots.js';
import { type ReceivedFile, receiveFile } from '../workbook/files/received-file.js';
import type { ToolContext } from './tool.js';

/** The fields of every tool that takes a file; `upload` describes them. */
export const fileInput = {
  url: Type.Optional(UrlIngestRequest.properties.url),
  content: Type.Optional(Type.String()),
  encoding: withDefault(textEnum(['text', 'base64']), 'text'),
  upload_id: Type.Optional(Type.String({ maxLength: 100 })),
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
};

const FileInput = Type.Object(fileInput);
type GivenFile = Received<typeof FileInput>;

/** Exactly one of the ways to give a file. */
export function requireOneFile({ url, content, upload_id, filename }: GivenFile): void {
  const ways = [url, content, upload_id].filter((given) => given !== undefined);
  if (ways.length !== 1 || (content !== undefined && filename === undefined))
    throw problem('invalid-request', say('agent-file-where'), { fix: say('fix-agent-file-where') });
}

export async function receiveContent(
  { service }: Pick<ToolContext, 'service'>,
  { content = '', encoding, filename = '' }: GivenFile,
): Promise<ReceivedFile> {
  return await receiveFile(service.data, Readable.from([bytesOf(content, encoding)]), filename);
}

/** The slot of a file. A call is authorized for its workbook, and recorded there. */
export async function requireSlotOf(
  { service, caller }: Pick<ToolContext, 'service' | 'caller'>,
  workbookId: string,
  uploadId: string,
): Promise<SlotRecord> {
  const { slot } = await requireSlot(service, caller, uploadId, 'workbooks:write');
  if (slot.workbook_id !== workbookId)
    throw problem('not-found', say('agent-upload-unknown', { upload: uploadId }));
  return slot;
}

/** A file that is compared with what there is, and what marks its slot as used when that commits. */
export async function takeFile(
  context: ToolContext,
  workbookId: string,
  given: GivenFile,
): Promise<{ file: ReceivedFile; commit: CommitOptions }> {
  requireOneFile(given);
  if (given.upload_id !== undefined) {
    const slot = await requireSlotOf(context, workbookId, given.upload_id);
    refuseUnlessMovable(slot, 'ingested');
    const blob = { hash: slot.blob_hash as string, size: slot.size as number };
    const commit = withWorkBeforeCommit({}, (tx) => moveSlot(tx, slot, 'ingested'));
    return { file: { filename: given.filename ?? slot.filename, blob }, commit };
  }
  const file =
    given.url === undefined
      ? await receiveContent(context, given)
      : await fetchFile(context.service, given.url, given.filename);
  return { file, commit: {} };
}

function bytesOf(content: string, encoding: 'text' | 'base64'): Buffer {
  if (encoding === 'base64' && !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(content))
    throw problem('invalid-request', say('content-not-base64'), {
      fix: say('fix-content-not-base64'),
    });
  return Buffer.from(content, encoding === 'text' ? 'utf8' : 'base64');
}
