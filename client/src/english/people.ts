import type { InEnglish } from './words.js';

const notYours = () => 'It is out of your reach.';

/** About users, their rights, their tokens and their accounts. */
export const englishPeople: InEnglish = {
  'scope-missing': () => 'You are not allowed to do this.',
  'role-disallows': ({ role }) => `As ${role} of the workspace you may not do this.`,
  'scope-not-held': () => 'Nobody can give a right that they do not have themselves.',
  'reach-not-in-account': () => 'This is not in the account.',
  'reach-beyond-credential': notYours,
  'reach-unknown': () => 'There is no such place.',
  'fix-reach': () => 'Choose the account, a workspace or a workbook.',
  'workspace-outside-reach': () => 'The workspace is out of your reach.',
  'workbook-unreached': () => 'There is no such workbook, or you may not open it.',
  'workbook-closed': () => 'There is no such workbook, or you may not open it.',
  'workbook-unknown': () => 'There is no such workbook.',
  'upload-unreached': () => 'The upload is gone, or it was made by somebody else.',
  'credential-one-workbook': () => 'What may open one workbook alone cannot make others.',
  'credential-rate': ({ max }) => `Nobody can give more than they have: at most ${max} a minute.`,
  'credential-expiry': ({ end }) => `Nobody can give more than they have: an end by ${end}.`,
  'token-unknown': () => 'There is no such token among yours.',
  'key-unknown': () => 'There is no such key among yours.',
  'grant-unknown': () => 'There is no such app among those that you let in.',
  'webhook-unknown': () => 'There is no such webhook among yours.',
  'passkey-unanswered': () => 'The device did not answer.',
  'confirm-e-mail': () => 'This is not your e-mail address.',
  'confirm-account-name': () => 'This is not the name of the account.',
  'fix-password-current': () =>
    'Type your present password. If you have none, because you sign in elsewhere, ask whoever runs the service for one.',
  'fix-password-wrong': () =>
    'Type your password. If you have none, because you sign in elsewhere, sign in again.',
  'fix-totp-code': () =>
    'Type the six digits that the app shows now. If they are refused again, set the clock of the device.',
  'code-or-passkey': () => 'Use a code or a passkey, not both.',
  'fix-role-governed': () => 'Ask the owner of the account.',
  'fix-topup-threshold': () => 'Choose a threshold that is at most the amount.',
  'return-page': () => 'The page to return to is not one of this service.',
  'drive-unknown-id': ({ drive }) => `${drive} does not know this file or folder.`,
  'drive-foreign-id': () => 'This is not a file of a drive.',
  'drive-no-file': ({ drive }) => `You have no such file in ${drive}.`,
  'drive-foreign-answer': ({ drive }) => `What ${drive} answered does not belong to this sign-in.`,
  'tried-rule': () => 'A rule to try needs a tag and an effect.',
  'fix-tried-rule': () => 'Choose both.',
  'fix-rule-influence': () => 'Choose an effect that hides something, or leave the other columns alone.',
};
