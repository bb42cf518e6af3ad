import { listOps, type Op, undoOp } from '@workbook-data-service/client/api';
import { queryClient } from '../query-client.js';
import { service } from '../service.js';
import { sessionQuery } from '../session.js';
import { firstOf, stepBack, stepForward } from './steps.js';

/** Back: takes back the newest change; forward: makes it again. */
export type Direction = 'back' | 'forward';

export interface Step {
  direction: Direction;
  /** The op to undo: a change, or an undo that is taken back. */
  op: Op;
  /** The change that it is about. */
  change: ChangeMade;
}

/** What an op is named by. */
export type ChangeMade = Pick<Op, 'kind' | 'code' | 'table'>;

const AT_ONCE = 100;
/** Older changes are undone from the list of changes. */
const MAX_PAGES = 10;

/** What this user undoes next in a workbook. */
export async function nextStep(workbookId: string, direction: Direction): Promise<Step | undefined> {
  const { user } = await queryClient.ensureQueryData(sessionQuery);
  const find = direction === 'back' ? stepBack : stepForward;
  const ops: Op[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { user_id: user.id, limit: AT_ONCE, ...(cursor !== undefined && { cursor }) };
    const { ops: more, next_cursor } = await listOps(service, { path: { workbook_id: workbookId }, query });
    ops.push(...more);
    const op = find(ops);
    if (op) return { direction, op, change: firstOf(op, ops) };
    if (next_cursor === null) return undefined;
    cursor = next_cursor;
  }
  return undefined;
}

export async function takeStep(workbookId: string, opId: number, force: boolean) {
  const path = { workbook_id: workbookId, op_id: opId };
  return await undoOp(service, { path, query: { force }, body: {} });
}
