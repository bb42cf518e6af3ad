import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { findLinkOfSource } from '../../catalog/file-links.js';
import { forgetSourceOfReadings } from '../../catalog/reading-records.js';
import { deleteSourceRecord } from '../../catalog/source-records.js';
import { forgetSource } from '../../catalog/table-records.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { pinBefore } from '../pins/pin-state.js';
import type { SourcePlace } from '../places.js';
import type { Service } from '../service.js';
import { getSource, tablesOfSource } from '../sources/sources.js';
import { dependentsOf, hasDependents, removeTables } from '../tables/remove-tables.js';

interface DeletedSource {
  id: string;
  name: string;
  /** With cascade, the tables of the source and everything computed from them. */
  deletedTables: string[];
  opId: number;
  dryRun: boolean;
}

/** Deletes a source; its blob is swept once nothing refers to it. */
export async function deleteSource(
  service: Service,
  caller: Caller,
  place: SourcePlace,
  input: { cascade: boolean; actor?: string | null | undefined; dryRun?: boolean | undefined },
  commit: CommitOptions,
): Promise<DeletedSource> {
  const { workbookId } = place;
  const { cascade, actor, dryRun } = input;
  const { id, name, filename, blob_hash } = await getSource(service, place);
  return await change(
    service.catalog,
    caller,
    async (c) => {
      // The op comes first: it serializes writers of the workbook, so no table is added meanwhile.
      const opId = await c.op({
        workbookId,
        kind: 'source.delete',
        actor,
        operation: { operation: 'deleteSource', input: { source: name, cascade } },
      });
      const landed = await tablesOfSource(c.tx, id);
      if (landed.length > 0 && !cascade) throw hasDependents(name, landed);
      const derived = await dependentsOf(
        c,
        landed.map((table) => table.id),
      );
      const deleted = [...derived, ...landed];
      const summary = say('pin-source-deleted', { file: name });
      if (deleted.length > 0) await pinBefore(c, service.config, { workbookId, opId, summary });
      await removeTables(c, workbookId, deleted);
      await forgetSource(c, id);
      await forgetSourceOfReadings(c, id);
      // A link goes with its source.
      const link = await findLinkOfSource(c.tx, id);
      if (!(await deleteSourceRecord(c, id))) throw problem('not-found', say('source-deleted'));
      await c.audit({
        chain: workbookId,
        action: 'source.deleted',
        target: id,
        detail: {
          op_id: opId,
          filename,
          sha256: blob_hash,
          tables: deleted.map((table) => table.id),
          ...(link && { link_id: link.id }),
        },
      });
      return {
        id,
        name,
        deletedTables: deleted.map((table) => table.name),
        opId,
        dryRun: dryRun ?? false,
      };
    },
    { ...commit, dryRun },
  );
}
