import { Type } from '@sinclair/typebox';
import {
  Id,
  LONGEST_ID,
  LONGEST_URL,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
} from './common.js';
import { withDefault } from './defaults.js';
import { messageFieldsOf } from './message-fields.js';
import { baseRoles, scopes } from './scopes.js';

const ScopeName = textEnum(scopes);
/** More than there are scopes: repeating one is allowed. */
const MAX_SCOPES = 100;

/** For pages; programs keep the token. */
export const KeptInCookie = Type.Boolean({
  default: false,
  description:
    'Whether the session is also kept in a cookie of the browser, which only pages of the service can use',
});

export const LoginRequest = strictObject({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1024 }),
  cookie: Type.Optional(KeptInCookie),
});

export const SignInMethods = Type.Object({
  password: Type.Boolean(),
  oidc: Type.Boolean({ description: 'Whether users can sign in with OpenID Connect' }),
  registration: Type.Boolean({ description: 'Whether anybody may register' }),
  password_reset: Type.Boolean({ description: 'Whether a forgotten password can be reset by mail' }),
});

export const Email = Type.String({ minLength: 3, maxLength: 320, pattern: '^[^@\\s]+@[^@\\s]+$' });
export const NewPassword = Type.String({ minLength: 8, maxLength: 1024 });
export const UserName = Type.String({ maxLength: 200 });

export const RegisterRequest = strictObject({
  email: Email,
  password: NewPassword,
  name: optionalNullable(UserName),
});

export const ChangePasswordRequest = strictObject({
  current: Type.String({ maxLength: 1024, description: 'Your present password' }),
  new: NewPassword,
});

export const ForgotPasswordRequest = strictObject({
  email: Email,
  language: withDefault(textEnum(['en', 'ja'], { description: 'Of the mail' }), 'en'),
});
export const ResetPasswordRequest = strictObject({
  token: Type.String({ maxLength: 200, description: 'What the mailed link has behind its `#`' }),
  new: NewPassword,
});

export const User = Type.Object({ id: Type.String(), email: Type.String(), name: nullable(Type.String()) });

export const LoginAnswer = Type.Object({
  access_token: Type.String({ description: 'The session token; it works on both planes' }),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  user: User,
});

const callbackParameter = (description: string) =>
  Type.Optional(Type.String({ maxLength: LONGEST_URL, description }));

export const OidcStartQuery = strictObject({
  return_to: Type.Optional(
    Type.String({
      maxLength: LONGEST_URL,
      pattern: '^/(?![/\\\\])[^\\u0000-\\u0020\\u007f\\\\]*$',
      description:
        'A page of the service, as `/workbooks`: the callback leads there, with the session in a cookie',
    }),
  ),
});

/** Providers add parameters of their own. */
export const OidcCallbackQuery = Type.Object(
  {
    state: callbackParameter('The sign-in that it belongs to'),
    code: callbackParameter('What the service exchanges for the identity'),
    iss: callbackParameter('The provider'),
    error: callbackParameter('Why the provider ended the sign-in'),
  },
  { additionalProperties: true },
);

export const SessionAnswer = Type.Object({
  user: User,
  proven: Type.Boolean({
    description:
      'Whether your address is proven to be yours; until then you act in accounts of your own only',
  }),
  session_id: Type.String(),
  expires_at: Timestamp,
});

export const VerificationParams = Type.Object({
  token: Type.String({ maxLength: 200, description: 'The last part of the link that was mailed' }),
});

const RATE_DESCRIPTION = '600 where absent; never more than that of the token or key that mints';

export const CreateTokenRequest = strictObject({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  account_id: optionalNullable(Id),
  expires_in_days: optionalNullable(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: '90 where absent; never beyond the end of the token or key that mints',
    }),
  ),
  rate_limit_per_minute: optionalNullable(
    Type.Integer({ minimum: 1, maximum: 10000, description: RATE_DESCRIPTION }),
  ),
  resource: optionalNullable(
    Type.String({
      maxLength: LONGEST_ID,
      description: '`account` (default), `workspace:<id>` or `workbook:<id>`',
    }),
  ),
  scopes: optionalNullable(
    Type.Array(ScopeName, { maxItems: MAX_SCOPES, description: '`workbooks:read` where absent' }),
  ),
});

const credentialFields = {
  id: Type.String(),
  name: nullable(Type.String()),
  prefix: Type.String({ description: 'The first characters, to recognise it by' }),
  account_id: Type.String(),
  scopes: Type.Array(ScopeName),
  resource: Type.String(),
  rate_limit_per_minute: Type.Integer(),
  created_at: Timestamp,
  minted_by: nullable(
    Type.String({
      description: 'The token or key that minted it, and with which it ends; null for a session',
    }),
  ),
  expires_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
};

export const Token = Type.Object({ ...credentialFields });
export const CreatedToken = Type.Object({
  ...credentialFields,
  token: Type.String({ description: 'Shown this once' }),
});
export const TokenList = Type.Object({ tokens: Type.Array(Token), next_cursor: NextCursor });

export const CreateKeyRequest = strictObject({
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: MAX_SCOPES }),
  account_id: optionalNullable(Id),
  name: optionalNullable(Type.String({ maxLength: 120 })),
  rate_limit_per_minute: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10000, description: RATE_DESCRIPTION }),
  ),
  workspace_id: optionalNullable(
    Type.String({ maxLength: LONGEST_ID, description: 'Pins the key to this workspace' }),
  ),
});

export const Key = Type.Object({ ...credentialFields });
export const CreatedKey = Type.Object({
  ...credentialFields,
  key: Type.String({ description: 'Shown this once' }),
});
export const KeyList = Type.Object({ keys: Type.Array(Key), next_cursor: NextCursor });

export const CreditBucket = Type.Object({
  name: Type.String(),
  granted: Type.Integer(),
  left: Type.Integer(),
  renews_at: nullable(Timestamp),
});

export const Me = Type.Object({
  user: User,
  credential: Type.Object({ kind: textEnum(['session', 'pat', 'key', 'grant']), id: Type.String() }),
  account_id: Type.String(),
  account_name: Type.String(),
  workspace_id: nullable(Type.String({ description: 'The oldest workspace the account funds' })),
  workspace_name: nullable(Type.String()),
  scopes: Type.Array(ScopeName),
  resource: Type.String(),
  plan: Type.String(),
  metered: Type.Boolean({
    description: 'Whether running out of credits refuses anything; else they are only counted',
  }),
  credits: Type.Array(CreditBucket),
});

export const CreateAccountRequest = strictObject({ name: Type.String({ minLength: 1, maxLength: 120 }) });
export const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: textEnum(['default', 'developer']),
  plan: Type.String(),
  metered: Type.Boolean({
    description: 'Whether running out of credits refuses anything; else they are only counted',
  }),
  credits: Type.Array(CreditBucket),
  created_at: Timestamp,
});
export const AccountList = Type.Object({ accounts: Type.Array(Account), next_cursor: NextCursor });

export const AccountQuery = Type.Object({
  account_id: Type.Optional(
    Type.String({
      maxLength: LONGEST_ID,
      description: 'Of several accounts; absent, the one of the key, or the default account',
    }),
  ),
});
export const OfAccountListQuery = Type.Composite([AccountQuery, pageQuery(1000)]);

/** Which sheets of a workspace a language model reads. */
export const readingModelSettings = ['never', 'doubtful', 'always'] as const;

export const ProvisionWorkspaceRequest = strictObject({
  name: Type.String({ minLength: 1, maxLength: 120 }),
  account_id: optionalNullable(Id),
  residency: optionalNullable(Type.String({ maxLength: 120, description: 'Recorded as a declaration only' })),
});
export const Workspace = Type.Object({
  id: Type.String(),
  name: Type.String(),
  account_id: Type.String(),
  kind: textEnum(['personal', 'managed']),
  residency: nullable(Type.String({ description: 'A declaration only' })),
  preprocess_rules: nullable(
    Type.String({ description: 'What to know about the files of this workspace, a rule a line' }),
  ),
  rules: Type.Array(
    Type.Object({
      line: Type.String(),
      understood: Type.Boolean(),
      means: nullable(Type.String({ description: 'What is done; null for a line that is not understood' })),
      ...messageFieldsOf('means'),
    }),
    { description: 'The lines of `preprocess_rules`, and what they mean' },
  ),
  reading_model: textEnum(readingModelSettings, {
    description:
      'Which sheets the language model of the deployment reads: none, those that rules are unsure of, or all. Without a model, ' +
      'and in workbooks with rules for columns, none',
  }),
  idp_config: nullable(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'The declared link to an identity provider; nothing is synchronised',
    }),
  ),
  links_allowed: Type.Boolean({ description: 'Whether its reports and charts may be shared by links' }),
  second_factor_required: Type.Boolean({
    description: 'Whether members without a second factor may not enter its workbooks',
  }),
  is_default: Type.Boolean({
    description: 'Whether workbooks are created here that name no workspace',
  }),
  created_at: Timestamp,
});
export const WorkspaceList = Type.Object({ workspaces: Type.Array(Workspace), next_cursor: NextCursor });

export const MyWorkspace = Type.Composite([
  Workspace,
  Type.Object({
    owner: Type.Composite([User], { description: 'Whose account pays for it' }),
    base_role: nullable(textEnum(baseRoles, { description: 'What you are in it' })),
  }),
]);
export const MyWorkspaceList = Type.Object({
  workspaces: Type.Array(MyWorkspace),
  next_cursor: NextCursor,
});

export const ConfigureWorkspaceRequest = strictObject({
  name: optionalNullable(Type.String({ minLength: 1, maxLength: 120 })),
  residency: optionalNullable(
    Type.String({ maxLength: 120, description: 'A declaration only; null takes it back' }),
  ),
  preprocess_rules: optionalNullable(
    Type.String({
      maxLength: 2000,
      description: 'What to know about the files of this workspace, a rule a line, as `missing: n/d`',
    }),
  ),
  reading_model: Type.Optional(
    textEnum(readingModelSettings, {
      description: 'Which sheets of files that come later the language model of the deployment reads',
    }),
  ),
  idp_config: optionalNullable(
    Type.Record(Type.String({ maxLength: 200 }), Type.Unknown({ 'x-any-json': true }), {
      maxProperties: 100,
      description: 'The declared link to an identity provider; nothing is synchronised',
      examples: [{ issuer: 'https://login.example.com', group: 'finance' }],
    }),
  ),
  links_allowed: Type.Optional(
    Type.Boolean({
      description: 'Whether reports and charts may be shared by links; while it is false, none of them opens',
    }),
  ),
  second_factor_required: Type.Optional(
    Type.Boolean({
      description: 'Members without a second factor may not enter its workbooks; whoever sets it needs one',
    }),
  ),
});

export const DeleteMeRequest = strictObject({
  confirm: Type.String({ maxLength: 320, description: 'Your e-mail address' }),
});

export const TransferAccountRequest = strictObject({
  account_id: optionalNullable(Id),
  to: Type.String({
    maxLength: LONGEST_ID,
    description: 'The id of a member of its workspaces, whose e-mail address is proven',
  }),
});

export const DeleteAccountRequest = strictObject({
  account_id: Id,
  confirm: Type.String({ maxLength: 200, description: 'The name of the account, exactly' }),
});
export const DeletedAccount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  workspaces: Type.Integer({ description: 'How many were deleted' }),
  workbooks: Type.Integer({ description: 'How many were deleted' }),
  credentials: Type.Integer({ description: 'How many keys and tokens ended' }),
  forfeited_credits: Type.Integer(),
});
