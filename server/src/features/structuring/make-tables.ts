import { say } from '@workbook-data-service/contract/messages';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { markSourceMaterialized } from '../../catalog/source-records.js';
import { pinBefore } from '../pins/pin-state.js';
import type { JobAuthor } from '../queue/queue-job.js';
import type { Service } from '../service.js';
import { registerSheets } from '../sources/register-tables.js';
import { rawTablesOf } from '../sources/sources.js';
import { keepSpec, type MadeBySpec, recordMaterialized } from './followed-spec.js';
import type { MaterializedSource, MaterializeInput } from './materialize-source.js';
import { findReplaced, removeReplaced } from './replace-tables.js';

/** Makes new tables of a source, in the place of others if these are named. */
export async function makeTables(
  service: Service,
  author: JobAuthor,
  made: MadeBySpec,
  { regions, replaces = [], actor, dryRun = false }: MaterializeInput,
  commit: CommitOptions,
): Promise<MaterializedSource> {
  const { source, spec, sheets } = made;
  const { workbook_id: workbookId } = source;
  const register = async (c: Change): Promise<MaterializedSource> => {
    const replaced = await findReplaced(c, source, replaces);
    const opId = await c.op({
      workbookId,
      kind: 'source.materialize',
      actor,
      operation: {
        operation: 'materializeSource',
        input: {
          source: source.id,
          regions: regions ?? null,
          spec_version: spec.version,
          ...(spec.correction && { sheets: spec.sheets }),
          ...(replaced.length > 0 && { replaces: replaced.map(({ id }) => id) }),
        },
      },
    });
    const summary = say('pin-tables-replaced', { file: source.name });
    if (replaced.length > 0) await pinBefore(c, service.config, { workbookId, opId, summary });
    await keepSpec(c, made, opId);
    await removeReplaced(c, source, replaced, opId);
    // New tables of a sheet share the lineage and the tags of its raw table.
    const rawIds = await rawTablesOf(c.tx, source.id);
    const tables = await registerSheets(c, { source, opId, sheets, specVersion: spec.version, rawIds });
    const materialized = await markSourceMaterialized(c, source);
    const reading = await recordMaterialized(c, made, opId, { tables, replaced });
    return {
      source: materialized,
      specVersion: spec.version,
      tables,
      reading,
      appended: null,
      updated: null,
      dryRun,
    };
  };
  return await change(service.catalog, author, register, { ...commit, dryRun });
}
