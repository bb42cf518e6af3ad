import type { Op } from '@workbook-data-service/client/api';
import type { OpKind } from '@workbook-data-service/client/messages';

type Step = Pick<Op, 'op_id' | 'kind' | 'undoable' | 'undoes' | 'undone_by'>;

/** They only record something, so that there is nothing to take back. */
const recordingKinds: ReadonlySet<string> = new Set<OpKind>([
  'snapshot.commit',
  'version.create',
  'branch.create',
  'branch.close',
]);

/** How often ops undo each other, down to the one that was made first: an odd number takes back, an even one brings about. */
function depthOf(op: Step, byId: ReadonlyMap<number, Step>): number {
  let depth = 0;
  for (let at: Step | undefined = op; at && at.undoes !== null; at = byId.get(at.undoes)) depth++;
  return depth;
}

const index = <Found extends Step>(ops: readonly Found[]) => new Map(ops.map((op) => [op.op_id, op]));

/** The change that a chain of undos began with, as far as it is among these ops. */
export function firstOf<Found extends Step>(op: Found, ops: readonly Found[]): Found {
  const byId = index(ops);
  let first = op;
  while (first.undoes !== null) {
    const undone = byId.get(first.undoes);
    if (!undone) break;
    first = undone;
  }
  return first;
}

/** The newest of these ops, newest first, that still has its effect. Whether it can be undone is for it to say. */
export function stepBack<Found extends Step>(ops: readonly Found[]): Found | undefined {
  const byId = index(ops);
  return ops.find(
    (op) => op.undone_by === null && !recordingKinds.has(op.kind) && depthOf(op, byId) % 2 === 0,
  );
}

/** The newest undo that nothing else was done after. */
export function stepForward<Found extends Step>(ops: readonly Found[]): Found | undefined {
  const byId = index(ops);
  for (const op of ops) {
    const depth = depthOf(op, byId);
    if (depth === 0 && !recordingKinds.has(op.kind)) return undefined;
    if (depth % 2 === 1 && op.undone_by === null) return op;
  }
  return undefined;
}
