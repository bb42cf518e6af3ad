import { Type } from '@sinclair/typebox';
import { Cursor, LONGEST_ID, limit, NextCursor, nullable, Timestamp, textEnum } from './common.js';
import { withDefault } from './defaults.js';

export const AuditLogQuery = Type.Object({ limit: limit(200), cursor: Cursor });

export const AccountAuditLogQuery = Type.Object({
  account_id: Type.Optional(
    Type.String({
      maxLength: LONGEST_ID,
      description: 'Of several accounts; absent, the one of the key, or the default account',
    }),
  ),
  log: withDefault(
    textEnum(['account', 'user'], {
      description:
        '`account`: its tokens, keys, workspaces and deleted workbooks. `user`: sign-ins of its owner, and accounts made; for the session of the owner alone.',
    }),
    'account',
  ),
  limit: limit(200),
  cursor: Cursor,
});

export const AuditEntry = Type.Object({
  chain: Type.String({ description: 'The workbook, account or user whose log contains the entry' }),
  seq: Type.Number({ description: 'Counts from 1 without gaps' }),
  at: Timestamp,
  user_id: nullable(Type.String({ description: 'Null for the service itself and for failed sign-ins' })),
  user_email: nullable(Type.String({ description: 'As it is today; not part of what is hashed' })),
  user_name: nullable(Type.String({ description: 'As it is today; not part of what is hashed' })),
  credential_id: nullable(Type.String({ description: 'The session, token or key' })),
  request_id: nullable(Type.String({ description: '`X-Request-Id` of the answer, or the job' })),
  action: Type.String({
    description: 'What was done, as `policy.set`, `tables.exported`, `session.started`',
  }),
  target: nullable(Type.String({ description: 'To what: an id, or the tag of a rule' })),
  target_name: nullable(
    Type.String({
      description:
        'The name of that table, file or transform, as it is today, or as it was before it was deleted; not part of what is hashed',
    }),
  ),
  detail: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Never cell values; columns by id; `actor` is on whose behalf',
  }),
  detail_text: nullable(
    Type.String({
      description:
        '`detail` as it is hashed, character by character. Null where the reader may not see all of it: then `detail` lacks what was left out, and the hashes that cover it are null too',
    }),
  ),
  prev_hash: nullable(Type.String({ description: '`hash` of the entry before; 64 zeros in the first' })),
  hash: nullable(
    Type.String({
      description:
        'SHA-256, in hex, of the JSON text of [prev_hash, chain, seq, at, user_id, credential_id, request_id, action, target, detail_text]',
    }),
  ),
});

export const AuditLogAnswer = Type.Object({
  chain: Type.String({ description: 'The workbook, account or user whose log this is' }),
  entries: Type.Array(AuditEntry, { description: 'Newest first' }),
  chain_valid: Type.Boolean({
    description: 'False where any entry of the whole log was altered, removed, reordered or inserted',
  }),
  first_bad_seq: nullable(
    Type.Number({ description: 'The first entry that is missing or not what was written' }),
  ),
  length: Type.Integer({ description: 'How many entries the log has' }),
  head_hash: nullable(
    Type.String({
      description:
        'Of the newest entry. Stored elsewhere, it later proves that nothing before it was changed. Null where `hash` is.',
    }),
  ),
  next_cursor: NextCursor,
});
