import { Type } from '@sinclair/typebox';
import {
  Id,
  idOf,
  LONGEST_ID,
  NextCursor,
  nullable,
  optionalNullable,
  strictObject,
  Timestamp,
  textEnum,
} from './common.js';
import { scopes } from './scopes.js';

const ScopeName = textEnum(scopes);

export const App = Type.Object({
  id: Type.String({ description: 'The `client_id`' }),
  name: Type.String({ description: 'What it calls itself; nobody has checked it' }),
  published_at: nullable(
    Type.String({ description: 'The host that publishes its metadata; null if it registered itself' }),
  ),
  returns_to: Type.Object({
    kind: textEnum(['site', 'loopback', 'program', 'device'], {
      description:
        'Who gets the answer: a site, a program that waits on your computer, one that opens its own kind of address, or ' +
        'a device that shows a code',
    }),
    name: nullable(Type.String({ description: 'The host, or the scheme of the address' })),
  }),
});

export const AppRequestParams = Type.Object({
  request_id: Type.String({
    maxLength: LONGEST_ID,
    description: 'The last part of the address to which the app led, or the code that a device shows',
  }),
});

export const AppRequest = Type.Object({
  app: App,
  scopes: Type.Array(ScopeName, { description: 'What it asks for' }),
  expires_at: Timestamp,
});

export const ApproveAppRequest = strictObject({
  scopes: Type.Array(ScopeName, {
    minItems: 1,
    maxItems: scopes.length,
    description: 'What it may do: some of what it asks for',
  }),
  resource: Type.String({
    maxLength: LONGEST_ID,
    description: 'What it may reach: `account`, `workspace:<id>` or `workbook:<id>`',
  }),
  account_id: optionalNullable(Id),
});

export const DecidedAppRequest = Type.Object({
  continue_at: nullable(
    Type.String({
      description:
        'The path of this service that leads the browser back to the app; null for a device, which asks by itself',
    }),
  ),
});

export const Grant = Type.Object({
  id: Type.String(),
  app: App,
  account_id: Type.String(),
  scopes: Type.Array(ScopeName),
  resource: Type.String(),
  rate_limit_per_minute: Type.Integer(),
  created_at: Timestamp,
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  ended_by: nullable(
    textEnum(['user', 'app', 'reuse'], {
      description: '`reuse`: the service ended it, because a code or a refresh token was used twice',
    }),
  ),
  last_used_at: nullable(Timestamp),
});
export const GrantList = Type.Object({ grants: Type.Array(Grant), next_cursor: NextCursor });
export const GrantParams = Type.Object({ grant_id: idOf('a grant') });
