import type { InJapanese } from './japanese-words.js';

const withReason = (reason: string | null): string => (reason === null ? '' : `（${reason}）`);

/** About drives, and providers that people sign in with: what they refuse or fail to do. */
export const japaneseDrives = {
  'drive-not-begun': () => 'この接続の手続きは、始められていないか、10 分を過ぎたか、すでに完了しています。',
  'drive-other-user': () =>
    'この接続は別のユーザーが始めたもので、その人にファイルを読まれるおそれがあるため、接続しませんでした。',
  'drive-not-allowed': ({ drive }) => `${drive} へのアクセスが許可されませんでした。`,
  'drive-not-connected': ({ drive }) => `${drive} に接続していません。`,
  'drive-no-longer': ({ drive }) => `${drive} が、このユーザーのファイルの読み取りを許可しなくなりました。`,
  'drive-grant-ended': () => 'ドライブを読み取る許可の期限が切れました。',
  'drive-limits': ({ drive }) => `${drive} の利用回数の上限に達しました。`,
  'drive-forbids': ({ drive, reason }) =>
    `${drive} が、このユーザーによる読み取りを許可していません${withReason(reason)}。`,
  'drive-no-file': ({ drive }) => `${drive} に、このユーザーが読めるファイルが見つかりません。`,
  'drive-unknown-id': ({ drive }) => `${drive} にないファイルかフォルダーです。`,
  'drive-foreign-id': () => 'ドライブの ID ではありません。',
  'drive-status': ({ drive, status, reason }) =>
    `${drive} がステータス ${status} を返しました${withReason(reason)}。`,
  'drive-status-for-file': ({ drive, status }) =>
    `${drive} がファイルの代わりにステータス ${status} を返しました。`,
  'drive-silent': ({ drive }) => `${drive} が応答しません。`,
  'drive-broke-off': ({ drive }) => `ファイルの読み取りの途中で、${drive} との通信が切れました。`,
  'drive-file-changed-meanwhile': ({ file }) => `${file} が、読み取りの途中で変更されました。`,
  'drive-trashed': ({ file, drive }) => `${file} は ${drive} のゴミ箱にあります。`,
  'drive-deleted': ({ file, drive }) => `${file ?? 'ファイル'} は ${drive} で削除されています。`,
  'drive-folder': ({ file }) => `${file} はフォルダーです。`,
  'drive-other-document': ({ file }) => `${file} はスプレッドシートではない Google ドキュメントです。`,
  'drive-no-content': () => 'Google Drive から中身を取り出せないファイルです。',
  'drive-export-limit': () => 'Google が書き出せるスプレッドシートは 10 MB までです。',
  'drive-api-off': () => 'このサービスの OAuth クライアントで Drive API が有効になっていません。',
  'drive-scope-refused': ({ drive }) => `${drive} のファイルの読み取りが許可されませんでした。`,
  'drive-not-lasting': ({ drive }) => `${drive} から、継続して使える許可が得られませんでした。`,
  'drive-refused-by': ({ drive, error }) => `${drive} へのアクセスが許可されませんでした（${error}）。`,
  'drive-foreign-answer': ({ drive }) => `${drive} の応答が、このリクエストに対するものではありません。`,
  'drive-permission-refused': ({ drive, error }) =>
    `${drive} が、このユーザーの許可を受け付けません（${error}）。`,
  'drive-no-token': ({ drive, error }) => `${drive} が、このサービスにトークンを発行しません（${error}）。`,
  'drive-no-token-status': ({ drive, status }) =>
    `${drive} がトークンを発行しません（ステータス ${status}）。`,
  'drive-asked-for': ({ why, account }) => `${why}（${account} のドライブ）`,
  'drive-asked-for-yours': ({ why, drive }) => `${why}（あなたの ${drive}）`,
  'provider-refuses-code': () =>
    '認証プロバイダーがコードを受け付けません。期限が切れたか、使用済みか、別のサインインのものです。',
  'provider-foreign-answer': () => '認証プロバイダーの応答が、このサインインに対するものではありません。',
  'provider-cancelled': () => 'サインインがキャンセルされたか、認証プロバイダーに許可されませんでした。',
  'provider-ended': ({ error }) => `認証プロバイダーがサインインを終了しました: ${error}`,
} satisfies Partial<InJapanese>;
