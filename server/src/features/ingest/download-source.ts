import type { Readable } from 'node:stream';
import { change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { sourceBytes } from '../../workbook/reading/source-files.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { getSource } from '../sources/sources.js';

interface DownloadedSource {
  source: SourceRecord;
  bytes: Readable;
}

/** The original bytes of a source. The download is audited, like an export. */
export async function downloadSource(
  service: Service,
  caller: Caller,
  { workbookId, source: nameOrId }: SourcePlace,
): Promise<DownloadedSource> {
  const source = await getSource(service, { workbookId, source: nameOrId });
  const { filename, blob_hash: hash, size } = source;
  const bytes = await sourceBytes(service.data.as(caller), workbookId, { filename, blob: { hash, size } });
  try {
    await change(service.catalog, caller, (c) =>
      c.audit({
        chain: workbookId,
        action: 'source.downloaded',
        target: source.id,
        detail: { sha256: source.blob_hash },
      }),
    );
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  return { source, bytes };
}
