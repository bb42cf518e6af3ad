import type { SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { proposeSpecs, type TriedOutSpecs, tryOutSpecs } from '../../workbook/files/parse-specs.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { inputsOf } from './known-readings.js';
import { type ReadingPlace, requireReading } from './saved-readings.js';

/** The tables that a file would become by a reading. Nothing is kept. */
export async function tryReading(
  service: Service,
  caller: Caller,
  place: ReadingPlace,
  { file, rows }: { file: ReceivedFile; rows: number },
): Promise<{ tried: TriedOutSpecs; sheets: SheetSpec[] }> {
  const { reading, workspace } = await requireReading(service, caller, place, 'workbooks:read');
  const known = inputsOf(reading, workspace.preprocess_rules);
  const { sheets } = await proposeSpecs(service.data, reading.workbook_id, file, known);
  const tried = await tryOutSpecs(service.data, reading.workbook_id, file, {
    specs: sheets,
    sheets: [],
    remove: [],
    describe: [],
    accept: [],
    answers: {},
    rows,
  });
  return { tried, sheets };
}
