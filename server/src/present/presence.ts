import type { PresentUser } from '../features/presence/visible-presence.js';

export function presenceBody(present: readonly PresentUser[]) {
  return present.map(({ userId, tableId, rowId, column }) => ({
    user: userId,
    artifact_id: tableId,
    row_id: rowId,
    column,
  }));
}
