import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { nearMiss } from '../../catalog/near-misses.js';
import {
  findLabel,
  insertLabel,
  labelsBefore,
  type SnapshotLabel,
  type SnapshotRecord,
} from '../../catalog/snapshots.js';
import { violatedKey } from '../../catalog/unique-keys.js';
import { refuseName } from '../../core/given-names.js';
import { cutPage, type Page, type PageRequest, startOf } from '../../core/paging.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import { pinState } from '../pins/pin-state.js';
import type { Service } from '../service.js';
import { requireSnapshot } from './snapshots.js';

const LONGEST_LABEL = 120;

/** The name of the present state in a comparison. */
export const CURRENT = 'current';

/** Pins the current state of a workbook under a label, or keeps an earlier one under it. */
export async function createVersion(
  service: Service,
  caller: Caller,
  workbookId: string,
  input: {
    label: string;
    summary?: string | null | undefined;
    /** The id of a snapshot; the present state if absent. */
    snapshot?: string | null | undefined;
    actor?: string | null | undefined;
  },
  commit: CommitOptions,
): Promise<SnapshotLabel> {
  const label = input.label.normalize('NFC');
  refuseName(nameFault(label, LONGEST_LABEL) ?? ambiguousLabel(label), '/label');
  const summary = input.summary ?? null;
  const kept = input.snapshot == null ? null : await requireSnapshot(service, workbookId, input.snapshot);
  try {
    return await change(
      service.catalog,
      caller,
      async (c) => {
        const opId = await c.op({
          workbookId,
          kind: 'version.create',
          actor: input.actor,
          operation: {
            operation: 'createVersion',
            input: { label, summary, ...(kept && { snapshot: kept.id }) },
          },
        });
        const pinned = { summary: summary ?? label, eventType: 'version', label, actor: input.actor };
        const { id } = kept ?? (await pinState(c, workbookId, { ...pinned, automatic: false, opId }));
        if (kept) await recordLabel(c, kept, opId);
        return await insertLabel(c, { workbook_id: workbookId, label, snapshot_id: id, summary });
      },
      commit,
    );
  } catch (error) {
    if (violatedKey(error) !== 'snapshot_labels_pk') throw error;
    throw problem('label-in-use', say('version-exists', { label }));
  }
}

async function recordLabel(
  c: Change,
  { id, workbook_id, event_type, automatic }: SnapshotRecord,
  opId: number,
): Promise<void> {
  await c.audit({
    chain: workbook_id,
    action: 'snapshot.committed',
    target: id,
    detail: { op_id: opId, event_type, automatic: automatic === 1 },
  });
}

/** What `as_of` and comparisons would take for something else. */
function ambiguousLabel(label: string): Message | null {
  if (/^\d+$/.test(label)) return say('label-number');
  if (label.startsWith('snp_')) return say('label-snapshot-id');
  return label.toLowerCase() === CURRENT ? say('label-current') : null;
}

/** Newest first. */
export async function listVersions(
  service: Service,
  workbookId: string,
  page: PageRequest,
): Promise<Page<SnapshotLabel>> {
  const { db } = service.catalog;
  const found = await labelsBefore(db, workbookId, { before: startOf(page), limit: page.limit + 1 });
  return cutPage(found, page, ({ snapshot_id }) => snapshot_id);
}

export async function getVersion(
  service: Service,
  workbookId: string,
  label: string,
): Promise<SnapshotLabel> {
  const { db } = service.catalog;
  const found = await findLabel(db, workbookId, label);
  if (found) return found;
  throw problem('not-found', say('version-unknown', { label }), {
    fix: await nearMiss(db, 'version', { workbookId, given: label, listed: say('fix-versions') }),
  });
}
