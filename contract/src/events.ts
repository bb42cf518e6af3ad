import { type Static, Type } from '@sinclair/typebox';
import { LONGEST_ID, nullable, Timestamp, textEnum } from './common.js';
import { pauseReasons, scheduleKinds } from './schedules.js';

/** What webhooks and live pages are told of. */
export const eventKinds = [
  'artifact.updated',
  'artifact.deleted',
  'artifact.stale',
  'snapshot.committed',
  'source.analyzed',
  'source.materialized',
  'conflict.created',
  'comment.created',
  'comment.changed',
  'comment.deleted',
  'version.branched',
  'version.merged',
  'job.completed',
  'schedule.paused',
] as const;
export type EventKind = (typeof eventKinds)[number];

const table = {
  name: Type.String({ description: 'The name of the table when it happened' }),
  artifact_id: Type.String(),
};
const tableAtVersion = { ...table, edit_version: Type.Integer() };
const opId = Type.Integer({ description: 'The op in GET …/ops' });
/** What is said, and on what, is read with the rights of the reader. */
const comment = Type.Object(
  {
    ...table,
    comment_id: Type.Optional(Type.String()),
    thread_id: Type.Optional(Type.String({ description: 'The id of the first comment of the thread' })),
  },
  { description: 'Without `comment_id` and `thread_id` where you may not see what the comment is on' },
);
const source = { source_id: Type.String(), name: Type.String() };

/** `data` of each kind of event. */
export const eventData = {
  'artifact.updated': Type.Object({
    ...tableAtVersion,
    op_id: opId,
    state: Type.Optional(
      textEnum(['active', 'archived'], { description: 'Where the table was archived or made active again' }),
    ),
  }),
  'artifact.deleted': Type.Object(table),
  'artifact.stale': Type.Object({
    ...table,
    stale_since: Timestamp,
    cause: Type.String({
      description: 'The id of the table whose change made it stale; its own, if its code changed',
    }),
  }),
  'snapshot.committed': Type.Object({
    snapshot_id: Type.String(),
    label: nullable(
      Type.String({ description: 'Of the version that was created; null for a mere snapshot' }),
    ),
    summary: Type.String(),
    event_type: Type.String(),
    automatic: Type.Boolean(),
    op_id: opId,
  }),
  'source.analyzed': Type.Object({ ...source, spec_version: Type.Integer() }),
  'source.materialized': Type.Object({ ...source, op_id: opId }),
  'conflict.created': Type.Object(
    {
      table: Type.String(),
      artifact_id: Type.String(),
      kind: textEnum(['overwrite', 'stale_override']),
      conflict_id: Type.Optional(Type.String()),
      column: Type.Optional(nullable(Type.String({ description: 'Null for a conflict over a whole row' }))),
      row_id: Type.Optional(Type.Integer()),
    },
    { description: 'Without `conflict_id`, `column` and `row_id` where you may not see the column' },
  ),
  'comment.created': comment,
  'comment.changed': comment,
  'comment.deleted': comment,
  'version.branched': Type.Object({
    branch_id: Type.String(),
    filename: Type.String(),
    tables: Type.Array(Type.Object(tableAtVersion)),
  }),
  'version.merged': Type.Object({
    branch_id: Type.String(),
    op_id: opId,
    applied: Type.Integer({ description: 'How many cells the file changed' }),
    conflicts: Type.Integer({ description: 'How many conflicts were opened' }),
    tables: Type.Array(
      Type.Object({
        ...tableAtVersion,
        inserted: Type.Integer(),
        updated: Type.Integer(),
        deleted: Type.Integer(),
        conflicts: Type.Integer(),
      }),
    ),
  }),
  'job.completed': Type.Object({
    job_id: Type.String(),
    kind: Type.String(),
    status: textEnum(['succeeded', 'failed']),
  }),
  'schedule.paused': Type.Object({
    schedule_id: Type.String(),
    kind: textEnum(scheduleKinds),
    subject: Type.String({ description: 'The name of the file, source, table or sheet' }),
    because: textEnum(pauseReasons),
  }),
} as const satisfies Record<EventKind, unknown>;

export type EventData = { [Kind in EventKind]: Static<(typeof eventData)[Kind]> };

/** An event as webhooks and live pages receive it. */
export const WorkbookEvent = Type.Union(
  eventKinds.map((kind) =>
    Type.Object({
      id: Type.String({ description: 'The same in every attempt to deliver it' }),
      kind: Type.Literal(kind),
      created_at: Timestamp,
      workbook_id: Type.String(),
      data: eventData[kind],
    }),
  ),
);

/** The kinds that a stream may be limited to. */
export const EventStreamQuery = Type.Object({
  kinds: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Only events of these kinds, with commas between them' }),
  ),
  presence: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Your `session` in `POST …/presence`: `presence` then says who else is where',
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({
      maxLength: LONGEST_ID,
      description: 'As the header Last-Event-ID, for a client that cannot send it',
    }),
  ),
});
