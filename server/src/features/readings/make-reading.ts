import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import type { ReadingRecord } from '../../catalog/reading-records.js';
import { problem } from '../../core/problems.js';
import type { ReadingTarget } from '../../core/reading-targets.js';
import { rememberSheets } from '../../workbook/files/parse-specs.js';
import { requireWorkspace } from '../access/enter-workspace.js';
import { withinReach } from '../access/within-reach.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { fileOf, requireSpec } from '../sources/parse-specs.js';
import { requireFullyVisibleSource } from '../sources/source-visibility.js';
import { getSource } from '../sources/sources.js';
import { rememberReading } from './remember-reading.js';

interface ReadingToMake {
  workbookId: string;
  source: string;
  name?: string | null | undefined;
  target?: ReadingTarget | undefined;
}

/** Remembers how a source is read, whether or not a person corrected that. */
export async function makeReading(
  service: Service,
  caller: Caller,
  workspaceId: string,
  { workbookId, source: named, name, target }: ReadingToMake,
  commit: CommitOptions,
): Promise<ReadingRecord> {
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workbooks:write');
  const { db } = service.catalog;
  const workbook = await db
    .selectFrom('workbooks')
    .innerJoin('workspaces', 'workspaces.id', 'workbooks.workspace_id')
    .select('workbooks.id')
    .where('workbooks.id', '=', workbookId)
    .where('workspaces.id', '=', workspace.id)
    .where(withinReach(caller))
    .executeTakeFirst();
  if (!workbook) throw problem('not-found', say('workbook-unknown', { workbook: workbookId }));
  const source = await getSource(service, { workbookId, source: named });
  await requireFullyVisibleSource(service, caller, source);
  const { sheets: specs } = await requireSpec(db, source);
  const sheets = await rememberSheets(service.data, workbookId, fileOf(source), { specs, all: true });
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const reading = await rememberReading(c, source, sheets, specs, {
        ...(name != null && { name }),
        ...(target !== undefined && { target: target && JSON.stringify(target) }),
      });
      if (!reading) throw problem('invalid-request', say('reading-without-tables', { source: source.name }));
      return reading;
    },
    commit,
  );
}
