import { Type } from '@sinclair/typebox';
import { idOf, NextCursor, nullable, pageQuery, strictObject, Timestamp, textEnum } from './common.js';
import { withDefault } from './defaults.js';
import { eventKinds } from './events.js';
import { messageFieldsOf } from './message-fields.js';

const EventKindName = textEnum(eventKinds);
/** More than there are kinds: repeating one is allowed. */
const MAX_KINDS = 100;

const ReceiverUrl = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'An http or https address on the open Internet, without a user name or password',
  examples: ['https://example.com/hooks/workbooks'],
});

export const CreateWebhookRequest = strictObject({
  url: ReceiverUrl,
  events: withDefault(
    Type.Array(EventKindName, {
      maxItems: MAX_KINDS,
      description: 'The kinds to send; all if empty or absent',
    }),
    [],
  ),
});

export const UpdateWebhookRequest = strictObject({
  url: Type.Optional(ReceiverUrl),
  events: Type.Optional(
    Type.Array(EventKindName, {
      maxItems: MAX_KINDS,
      description: 'The kinds to send from now on; all if empty',
    }),
  ),
});

export const RotateSecretRequest = strictObject({
  overlap_hours: withDefault(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'How long messages are also signed with the previous secret; 0 if that has leaked',
    }),
    24,
  ),
});

const webhook = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(EventKindName, { description: 'Empty for all kinds' }),
  resource: Type.String({
    description:
      'What the credential that created it reaches, as `account`, `workspace:<id>` or `workbook:<id>`',
  }),
  account_id: nullable(
    Type.String({ description: 'Null if a session created it: all accounts of its user' }),
  ),
  status: textEnum(['active', 'ended'], { description: '`ended`: nothing is sent any more' }),
  ended_reason: nullable(Type.String()),
  failures: Type.Integer({ description: 'Failed attempts since the last success' }),
  paused_until: nullable(
    Type.String({ description: 'Nothing is sent before this time, because the receiver has just failed' }),
  ),
  previous_secret_until: nullable(
    Type.String({ description: 'Until then messages are also signed with the secret before this one' }),
  ),
  created_at: Timestamp,
};

export const Webhook = Type.Object(webhook);
export const CreatedWebhook = Type.Object({
  ...webhook,
  secret: Type.String({ description: 'The signing secret, as `whsec_…`: in this answer only' }),
});
export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook), next_cursor: NextCursor });
export const WebhookListQuery = pageQuery(100);
export const WebhookParams = Type.Object({ webhook_id: idOf('a webhook, as `whk_…`') });

export const WebhookDelivery = Type.Object({
  id: Type.String({ description: 'As in the header `X-SVC-Delivery`' }),
  event_id: Type.String({ description: '`id` of the body; the same in every attempt' }),
  kind: Type.String({ description: 'A kind of event, or `webhook.test`' }),
  status: textEnum(['pending', 'delivered', 'failed', 'given_up'], {
    description:
      '`pending`: to be sent. `failed`: the last attempt failed, and another follows. `given_up`: no more attempts.',
  }),
  attempts: Type.Integer({ description: 'Since it was queued, or queued again' }),
  last_status: nullable(
    Type.Integer({ description: 'The status of the last answer; null if there was none' }),
  ),
  last_error: nullable(Type.String({ description: 'Why it has not been delivered' })),
  ...messageFieldsOf('last_error'),
  next_attempt_at: nullable(
    Type.String({
      description: 'When it is attempted, after the deliveries before it; null if no attempt follows',
    }),
  ),
  created_at: Timestamp,
});
export const WebhookDeliveryList = Type.Object({
  deliveries: Type.Array(WebhookDelivery),
  next_cursor: NextCursor,
});
export const WebhookDeliveryListQuery = pageQuery(100);
export const WebhookDeliveryParams = Type.Object({
  ...WebhookParams.properties,
  delivery_id: idOf('a delivery, as `dlv_…`'),
});
