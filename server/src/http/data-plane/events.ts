import { WorkbookParams } from '@workbook-data-service/contract/common';
import { EventStreamQuery } from '@workbook-data-service/contract/events';
import { SetPresenceRequest } from '@workbook-data-service/contract/presence';
import { followEvents } from '../../features/events/follow-events.js';
import { setPresence } from '../../features/presence/set-presence.js';
import { bytes, noContent } from '../../present/answer.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { EventStream } from '../event-stream.js';

const EXAMPLE = `id: evt_01jh8q4wc1
event: artifact.deleted
data: {"id":"evt_01jh8q4wc1","kind":"artifact.deleted","created_at":"2026-01-05T09:30:00.000Z",\
"workbook_id":"wb_01jh8q4w4m","data":{"name":"sales","artifact_id":"art_01jh8q4w5p"}}

`;

export const eventEndpoints: Endpoint[] = [
  endpoint({
    id: 'followEvents',
    method: 'GET',
    path: '/api/v1/workbooks/:workbook_id/events',
    summary: 'Follow the events of a workbook as they happen',
    description:
      'Server-sent events: `id`, `event` (the kind) and `data`, the body that webhooks receive; see docs/events.md. ' +
      'Without Last-Event-ID only what happens from now on is sent. With it, the stream continues after that event, ' +
      'up to 24 hours later; 410 where the event is no longer known. A comment is sent every 15 seconds.',
    tag: 'Events',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: EventStreamQuery,
    takesLastEventId: true,
    staysOpen: true,
    problems: ['expired'],
    answers: { 200: { mediaTypes: ['text/event-stream'], example: EXAMPLE } },
    run: async ({ service, caller, params, query, lastEventId }) => {
      const follower = await followEvents(service, caller, {
        workbookId: params.workbook_id,
        lastEventId: lastEventId ?? query.last_event_id,
        kinds: query.kinds?.split(','),
        presence: query.presence,
      });
      return new EventStream(follower, { idleMs: service.config.answerIdleMs });
    },
    // A proxy that collected the stream before passing it on would delay the events.
    present: (stream) => bytes(stream, 'text/event-stream; charset=utf-8', { 'x-accel-buffering': 'no' }),
  }),
  endpoint({
    id: 'setPresence',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/presence',
    readOnly: true,
    summary: 'Say which table you have open, and which cell is selected',
    description:
      'Told to those who follow the events of the workbook with `presence`, and may see the table and the column; kept ' +
      'nowhere. It is forgotten on leaving (`table` null), and 45 seconds after it was last said.',
    tag: 'Events',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    body: SetPresenceRequest,
    answers: { 204: null },
    run: ({ service, caller, params, body: { session, table, row_id: rowId = null, column = null } }) =>
      setPresence(service, caller, params.workbook_id, { session, table, rowId, column }),
    present: noContent,
  }),
];
