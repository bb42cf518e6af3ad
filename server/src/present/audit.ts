import type { AuditLog } from '../features/audit/read-audit-log.js';
import type { VisibleEntry } from '../features/audit/visible-entries.js';

export function auditLogBody(log: AuditLog) {
  return {
    chain: log.chain,
    entries: log.entries.map((entry) =>
      entryBody(entry, log.users.get(entry.userId ?? ''), log.names.get(entry.target ?? '')),
    ),
    chain_valid: log.firstBadSeq === null,
    first_bad_seq: log.firstBadSeq,
    length: log.length,
    head_hash: log.headHash,
    next_cursor: log.nextCursor,
  };
}

function entryBody(
  entry: VisibleEntry,
  user: { email: string; name: string | null } | undefined,
  name: string | undefined,
) {
  return {
    chain: entry.chain,
    seq: entry.seq,
    at: entry.at,
    user_id: entry.userId,
    user_email: user?.email ?? null,
    user_name: user?.name ?? null,
    credential_id: entry.credentialId,
    request_id: entry.requestId,
    action: entry.action,
    target: entry.target,
    target_name: name ?? null,
    detail: parsed(entry.detail),
    detail_text: entry.isPartial ? null : entry.detail,
    prev_hash: entry.prevHash,
    hash: entry.hash,
  };
}

/** The text of a tampered entry may be anything. */
function parsed(detail: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(detail);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
