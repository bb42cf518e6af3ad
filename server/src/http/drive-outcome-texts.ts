import { type DriveProvider, driveNames } from '../core/provenance.js';
import type { AuthorizationOutcome } from '../features/drives/finish-authorization.js';
import type { PageLanguage } from './page.js';

interface OutcomeTexts {
  title: (name: string, isConnected: boolean) => string;
  connected: (
    outcome: Extract<AuthorizationOutcome, { outcome: 'connected' }>,
    permissions: string,
  ) => string[];
  denied: string;
  'not-yours': string;
  'not-begun': string;
  again: string;
}

/** Where people see and end what they have allowed. */
const permissions: Record<DriveProvider, string> = {
  google_drive: 'https://myaccount.google.com/connections',
  microsoft: 'https://myapps.microsoft.com or https://account.live.com/consent/Manage',
};

const english: OutcomeTexts = {
  title: (name, isConnected) => `${name} is ${isConnected ? '' : 'not '}connected`,
  connected: ({ provider, account, user }, page) => [
    `The service can now read the ${driveNames[provider]}${account === null ? '' : ` of ${account}`} for its user ` +
      `${user}. It reads what that user asks for, and changes nothing. You can close this page.`,
    `If ${user} is not you, someone else sent you here to read your files: end the access at once, at ${page}.`,
    'To end it later, disconnect the drive in the settings of the console, ' +
      `send DELETE /api/v1/me/authorize/${provider} to the service, or use the same page of the provider.`,
  ],
  denied: 'The access was not allowed, so nothing was changed.',
  'not-yours': 'This authorization was begun by another user.',
  'not-begun': 'This authorization was never begun, took longer than ten minutes, or is already finished.',
  again: 'Ask the service for a new address and begin again.',
};

const japanese: OutcomeTexts = {
  title: (name, isConnected) => `${name} に接続${isConnected ? 'しました' : 'していません'}`,
  connected: ({ provider, account, user }, page) => [
    `サービスは、利用者 ${user} のために${account === null ? '' : ` ${account} の`} ${driveNames[provider]} を読み取れるように` +
      'なりました。利用者が求めたファイルを読み取るだけで、何も変更しません。このページは閉じて構いません。',
    `${user} があなたでない場合は、ほかの人があなたのファイルを読むためにこのページへ誘導したものです。すぐに ${page.replace(' or ', ' または ')} で` +
      'アクセスを取り消してください。',
    `後で終了するには、コンソールの設定の「ドライブ」か、同じページを使うか、DELETE /api/v1/me/authorize/${provider} を送信してください。`,
  ],
  denied: 'アクセスが許可されなかったため、何も変更されていません。',
  'not-yours': 'この手続きは、ほかの利用者が始めたものです。',
  'not-begun': 'この手続きは、始まっていないか、10 分を過ぎたか、すでに終わっています。',
  again: 'もう一度、最初から接続し直してください。',
};

/** What a person is told after a drive has sent their browser back. */
export function outcomeTexts(
  result: AuthorizationOutcome,
  language: PageLanguage,
): { title: string; paragraphs: string[] } {
  const texts = language === 'ja' ? japanese : english;
  const isConnected = result.outcome === 'connected';
  const title = texts.title(driveNames[result.provider], isConnected);
  if (isConnected) return { title, paragraphs: texts.connected(result, permissions[result.provider]) };
  const reason = 'reason' in result ? result.reason : texts[result.outcome];
  return { title, paragraphs: [reason, texts.again] };
}
