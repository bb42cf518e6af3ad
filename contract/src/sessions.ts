import { Type } from '@sinclair/typebox';
import { idOf, NextCursor, nullable, Timestamp } from './common.js';

export const OwnSession = Type.Object({
  id: Type.String(),
  device: nullable(Type.String({ description: 'The browser or program that signed in' })),
  address: nullable(Type.String({ description: 'Where it was last used from' })),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
  expires_at: Timestamp,
  is_current: Type.Boolean({ description: 'Whether this request was made with it' }),
});
export const OwnSessionList = Type.Object({ sessions: Type.Array(OwnSession), next_cursor: NextCursor });
export const SessionParams = Type.Object({ session_id: idOf('a session') });
export const EndedSessions = Type.Object({
  ended: Type.Integer({ description: 'How many were open' }),
});
