import { Type } from '@sinclair/typebox';
import { idOf, nullable, strictObject, Timestamp } from './common.js';
import { KeptInCookie } from './identity.js';

const LONGEST_TICKET = 200;

/** The JSON form of what a browser's authenticator answers; browsers add members. */
const authenticatorAnswer = (description: string) =>
  Type.Record(Type.String({ maxLength: 200 }), Type.Unknown({ 'x-any-json': true }), {
    maxProperties: 20,
    description,
    examples: [
      { id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: {}, clientExtensionResults: {} },
    ],
  });

const AssertedPasskey = authenticatorAnswer('What `navigator.credentials.get()` answered, as JSON');
const Ticket = Type.String({ maxLength: LONGEST_TICKET });
const WebAuthnOptions = Type.Record(Type.String(), Type.Unknown(), {
  description: 'For `navigator.credentials`, in the JSON form of WebAuthn',
  examples: [{ challenge: 'pVb2', rpId: 'data.example.com', userVerification: 'required' }],
});

export const SecondFactorRequest = strictObject({
  ticket: Type.String({ maxLength: LONGEST_TICKET, description: 'Of the problem `second-factor-required`' }),
  code: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The six digits of the authenticator app, or a recovery code; absent with `passkey`',
    }),
  ),
  passkey: Type.Optional(AssertedPasskey),
  cookie: Type.Optional(KeptInCookie),
});

export const PasskeyOptionsRequest = strictObject({
  ticket: Type.Optional(
    Type.String({
      maxLength: LONGEST_TICKET,
      description: 'Of the problem `second-factor-required`; absent to sign in by a passkey alone',
    }),
  ),
});
export const PasskeyOptions = Type.Object({
  ticket: Type.String({ description: 'To send along with what the authenticator answers' }),
  options: WebAuthnOptions,
});
export const PasskeyLoginRequest = strictObject({
  ticket: Ticket,
  passkey: AssertedPasskey,
  cookie: Type.Optional(KeptInCookie),
});

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: nullable(Timestamp),
});
const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Each replaces a second factor once. They are shown this once',
});
export const AddPasskeyRequest = strictObject({
  ticket: Ticket,
  name: Type.String({ minLength: 1, maxLength: 120, description: 'To recognise it by' }),
  passkey: authenticatorAnswer('What `navigator.credentials.create()` answered, as JSON'),
});
/** Recovery codes come with the first second factor. */
export const AddedPasskey = Type.Object({ passkey: Passkey, recovery_codes: nullable(RecoveryCodes) });
export const PasskeyParams = Type.Object({ passkey_id: idOf('a passkey') });

export const BegunTotp = Type.Object({
  secret: Type.String({ description: 'In base32, to type into an authenticator app. It is shown this once' }),
  url: Type.String({ description: 'The same, as the content of a QR code' }),
});
export const ConfirmTotpRequest = strictObject({
  code: Type.String({ maxLength: 100, description: 'The six digits that the app shows' }),
});
export const ConfirmedTotp = Type.Object({ recovery_codes: nullable(RecoveryCodes) });
export const RecoveryCodesAnswer = Type.Object({ recovery_codes: RecoveryCodes });

export const SecondFactors = Type.Object({
  totp: nullable(Type.Object({ added_at: Timestamp }, { description: 'The authenticator app' })),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
});

export const ProveSessionRequest = strictObject({
  password: Type.String({ maxLength: 1024, description: 'Your present password' }),
});
