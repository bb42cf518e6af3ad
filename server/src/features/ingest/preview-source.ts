import { type CellsRequest, type RawCells, sourceCells } from '../../workbook/reading/source-files.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { getSource } from '../sources/sources.js';

/** The raw cells of a source, as its file has them. */
export async function previewSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  request: CellsRequest,
): Promise<RawCells> {
  const { filename, blob_hash: hash, size } = await getSource(service, place);
  return await sourceCells(
    service.data.as(caller),
    place.workbookId,
    { filename, blob: { hash, size } },
    request,
  );
}
