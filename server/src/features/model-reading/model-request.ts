import type { Message } from '@workbook-data-service/contract/messages/message';
import { questionsAbout, type SheetQuestion } from '../../workbook/files/model-reading.js';
import { proposeSpecs } from '../../workbook/files/parse-specs.js';
import type { Caller } from '../caller.js';
import type { SourcePlace } from '../places.js';
import { readingInputs } from '../readings/known-readings.js';
import type { Service } from '../service.js';
import { fileOf } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import { isAsked } from './asked-sheets.js';
import { findReadingModel } from './find-reading-model.js';

/** What a language model is asked about a file when it is read. */
export interface ModelRequest {
  source: string;
  /** The name of the model; null where none is set up. */
  model: string | null;
  /** Why nothing is sent; null where it is. */
  whyNot: Message | null;
  sheets: (SheetQuestion & { sent: boolean })[];
}

/** Everything that would leave the service, for those who decide about that; nothing is sent. */
export async function readModelRequest(
  service: Service,
  caller: Caller,
  place: SourcePlace,
): Promise<ModelRequest> {
  const { workbookId } = place;
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  const file = fileOf(source);
  const known = await readingInputs(service, caller, workbookId, 'known', source.id);
  const { sheets } = await proposeSpecs(service.data, workbookId, file, known);
  const specs = sheets.filter(({ regions }) => regions.length > 0);
  const questions = await questionsAbout(service.data, workbookId, file, { specs, rules: known.rules });
  const found = await findReadingModel(service, workbookId);
  const whyNot = 'why' in found ? found.why : null;
  return {
    source: source.name,
    model: service.model?.name ?? null,
    whyNot,
    sheets: questions.map((question, at) => {
      const spec = specs[at];
      return { ...question, sent: !whyNot && spec !== undefined && isAsked(spec, found.asked) };
    }),
  };
}
