import { type CommitOptions, change } from '../../catalog/change.js';
import { markSourceAnalyzed, type SourceRecord } from '../../catalog/source-records.js';
import { isTransientFailure, Problem } from '../../core/problems.js';
import { proposeSpecs } from '../../workbook/files/parse-specs.js';
import type { Caller } from '../caller.js';
import { readWithModel } from '../model-reading/read-with-model.js';
import type { SourcePlace } from '../places.js';
import { type ReadingChoice, readingInputs } from '../readings/known-readings.js';
import type { Service } from '../service.js';
import { fileOf, findSpec, type KeptSpec } from '../sources/parse-specs.js';
import { readingsNamed } from '../sources/readings-named.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource, markFailed } from '../sources/sources.js';
import { recordSpec, storeParseSpec } from '../sources/store-structure.js';

/** Proposes a parse spec for a source. No tables are made yet; the proposal replaces earlier corrections. */
export async function analyzeSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  { reading }: { reading?: ReadingChoice | undefined },
  commit: CommitOptions,
): Promise<{ source: SourceRecord; spec: KeptSpec }> {
  const { workbookId } = place;
  const source = await getSource(service, place);
  await requireFullyVisibleSource(service, caller, source);
  const { format, reader, sheets } = await analyzeOrFail(service, caller, source, reading);
  await requireFullyVisibleSource(service, caller, source, sheets);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const opId = await c.op({
        workbookId,
        kind: 'source.analyze',
        operation: { operation: 'analyzeSource', input: { source: source.id, ...readingsNamed(sheets) } },
      });
      if (!(await findSpec(c.tx, source.id))) c.keepBefore('parse-spec', source.id, null);
      const version = await storeParseSpec(c, source, sheets, 'structuring');
      const analyzed = await markSourceAnalyzed(c, source, {
        format,
        reader: JSON.stringify(reader ?? null),
      });
      await recordSpec(c, source, { action: 'source.analyzed', opId, version, ...readingsNamed(sheets) });
      return { source: analyzed, spec: { version, sheets, corrected: false } };
    },
    commit,
  );
}

/** If the file cannot be read, the source is marked failed with the reason. */
async function analyzeOrFail(
  service: Service,
  caller: Caller,
  source: SourceRecord,
  reading: ReadingChoice | undefined,
) {
  try {
    const known = await readingInputs(service, caller, source.workbook_id, reading, source.id);
    const { workbook_id: workbookId } = source;
    const file = fileOf(source);
    const proposed = await proposeSpecs(service.data, workbookId, file, known);
    const asked = { workbookId, file, specs: proposed.sheets, rules: known.rules, creditsToLeave: 0 };
    return { ...proposed, sheets: await readWithModel(service, caller, asked) };
  } catch (error) {
    if (error instanceof Problem && !isTransientFailure(error) && source.status !== 'materialized') {
      const { userId, credentialId, requestId } = caller;
      // Committed apart from the request, whose answer is the problem, so that no answer is stored for its key.
      await change(service.catalog, { userId, credentialId, requestId }, (c) =>
        markFailed(c, source, error.failure),
      );
    }
    throw error;
  }
}
