import type { QueryKey } from '@tanstack/react-query';
import type { WorkbookEvent } from '@workbook-data-service/client/api';

/** Queries of one table have its name after their kind. */
const ofOneTable = new Set(['rows', 'table', 'row-place', 'comments']);

/** What stays as it is when a table changes. */
const besideTables = new Set([
  'self',
  'views',
  'policies',
  'file-links',
  'branches',
  'page-links',
  'running-jobs',
]);

/** The audit log tells of them; they are no ops. */
const comments = new Set(['comments', 'audit-log']);

const history = ['ops', 'audit-log'];

/** The kinds of queries that events of things other than tables concern. */
const concernedBy = new Map<WorkbookEvent['kind'], ReadonlySet<string>>([
  ['snapshot.committed', new Set([...history, 'snapshots', 'restore-plan', 'diff', 'file-links'])],
  ['source.analyzed', new Set([...history, 'sources'])],
  ['source.materialized', new Set([...history, 'sources', 'tables', 'lineage', 'file-links'])],
  ['conflict.created', new Set([...history, 'conflicts', 'tables'])],
  ['schedule.paused', new Set(['schedules', 'audit-log'])],
  ['comment.created', comments],
  ['comment.changed', comments],
  ['comment.deleted', comments],
  ['version.branched', new Set([...history, 'branches'])],
  ['version.merged', new Set([...history, 'branches', 'conflicts', 'snapshots'])],
]);

interface Known {
  /** The id of a table that was read under a name, which it may have lost since. */
  tableIdOf(name: string): string | null | undefined;
  /** Whether the page made the change, and reads its table again by itself. */
  isOwnOp(opId: number): boolean;
}

/** Whether what a query has read may no longer be so after an event of its workbook. */
export function isConcerned(event: WorkbookEvent, queryKey: QueryKey, known: Known): boolean {
  const [, , kind, name] = queryKey as [string, string, string, string?];
  switch (event.kind) {
    case 'artifact.updated':
    case 'artifact.stale': {
      if (!ofOneTable.has(kind) || name === undefined) return !besideTables.has(kind);
      if (event.kind === 'artifact.updated' && known.isOwnOp(event.data.op_id)) return false;
      return event.data.name === name || known.tableIdOf(name) === event.data.artifact_id;
    }
    case 'artifact.deleted':
      return true;
    case 'job.completed':
      // What a job changed in tables, it also tells.
      return !ofOneTable.has(kind);
    default:
      return concernedBy.get(event.kind)?.has(kind) ?? true;
  }
}
