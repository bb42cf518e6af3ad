import { say } from '@workbook-data-service/contract/messages';
import { type CommitOptions, change } from '../../catalog/change.js';
import { endSessions, openSessions, type SessionRecord } from '../../catalog/session-records.js';
import { problem } from '../../core/problems.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

export interface OwnSession extends SessionRecord {
  /** Whether the request was made with it. */
  isCurrent: boolean;
}

/** The open sessions of the caller's user, the latest first. */
export async function listSessions(service: Service, caller: Caller): Promise<OwnSession[]> {
  await service.usage.flush();
  const sessions = await openSessions(service.catalog.db, caller.userId, new Date().toISOString());
  return sessions.map((session) => ({ ...session, isCurrent: session.id === caller.credential.id }));
}

/** Ends a session of the caller's user on every node at once. */
export async function endSession(
  service: Service,
  caller: Caller,
  sessionId: string,
  commit: CommitOptions,
): Promise<void> {
  await change(
    service.catalog,
    caller,
    async (c) => {
      const [ended] = await endSessions(c.tx, { userId: caller.userId, only: sessionId, at: c.at });
      if (!ended)
        throw problem('not-found', say('session-unknown', { session: sessionId }), {
          fix: say('fix-sessions'),
        });
      await c.audit({ chain: caller.userId, action: 'session.ended', target: sessionId });
    },
    commit,
  );
}

/** Ends all sessions of the caller's user except the current one. Returns how many were open. */
export async function endOtherSessions(
  service: Service,
  caller: Caller,
  commit: CommitOptions,
): Promise<{ ended: number }> {
  return await change(
    service.catalog,
    caller,
    async (c) => {
      const { userId, credential } = caller;
      const ended = await endSessions(c.tx, { userId, except: credential.id, at: c.at });
      await c.audit({
        chain: userId,
        action: 'sessions.ended',
        target: userId,
        detail: { sessions_ended: ended.length },
      });
      return { ended: ended.length };
    },
    commit,
  );
}
