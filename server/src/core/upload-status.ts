/** The stored states of an upload slot. Time alone makes it `expired`, so that state is never stored. */
export type StoredUploadStatus = 'pending' | 'uploaded' | 'ingested';
export type UploadStatus = StoredUploadStatus | 'expired';

const moves: Record<UploadStatus, readonly UploadStatus[]> = {
  pending: ['uploaded', 'expired'],
  uploaded: ['ingested', 'expired'],
  ingested: [],
  expired: [],
};

export function mayMove(from: UploadStatus, to: UploadStatus): boolean {
  return moves[from].includes(to);
}

export function uploadStatusAt(
  slot: { status: StoredUploadStatus; expires_at: string },
  now: Date,
): UploadStatus {
  const isOver = new Date(slot.expires_at) <= now;
  return isOver && mayMove(slot.status, 'expired') ? 'expired' : slot.status;
}
