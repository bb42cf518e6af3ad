import { Readable } from 'node:stream';
import { rangeOf } from '../edge/byte-range.js';
import { copyGone, openSharedFile } from '../features/feeds/parquet-copies.js';
import type { Answer } from '../present/answer.js';
import { PARQUET_TYPE, readCopiedFile } from '../workbook/reading/parquet-copy.js';
import type { Sharing } from './places.js';

interface AskedFile {
  copyId: string;
  /** As in `0.parquet`. */
  name: string;
  isHead: boolean;
  range: string | undefined;
  /** The tag of the file that the client has a part of. */
  ifRange: string | undefined;
}

/** A file of a table or, since engines read the end first and then what they need, some of its bytes. */
export async function fileAnswer({ service, caller }: Sharing, asked: AskedFile): Promise<Answer> {
  const position = Number(/^(\d{1,9})\.parquet$/.exec(asked.name)?.[1] ?? Number.NaN);
  const { hash, size } = await openSharedFile(service, caller, { copyId: asked.copyId, position });
  const etag = `"${hash}"`;
  const isOther = asked.ifRange !== undefined && asked.ifRange !== etag;
  const range = isOther ? undefined : rangeOf(asked.range, size);
  const headers = { 'accept-ranges': 'bytes', 'content-type': PARQUET_TYPE };
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' };
  const length = range ? range.end - range.start + 1 : size;
  const body = asked.isHead ? Readable.from([]) : await readCopiedFile(service.data, hash, range);
  if (!body) throw copyGone();
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      etag,
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    },
    body,
  };
}
