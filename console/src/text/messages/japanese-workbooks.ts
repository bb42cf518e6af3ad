import { type InJapanese, roles } from './japanese-words.js';

/** About workbooks, jobs, events and webhooks. */
export const japaneseWorkbooks = {
  'events-followed': ({ connections }) => `すでに ${connections} 件の接続でイベントを受信しています。`,
  'fix-events-followed': () => '読んでいない接続を閉じてください。',
  'events-full': ({ streams }) => `${streams} 件のイベントの接続が開いています。`,
  'service-stopping': () => 'サービスを停止しています。',
  'event-unknown': ({ event }) => `イベント ${event} は存在しないか、24 時間より前のものです。`,
  'fix-event-unknown': () => 'ワークブックの状態を読み直してください。',
  'event-kind-unknown': ({ kind }) => `「${kind}」という種類のイベントはありません。`,
  'job-unknown': ({ job }) => `ジョブ ${job} はありません。`,
  'webhook-limit': ({ max }) => `Webhook は ${max} 個までです。`,
  'fix-webhook-limit': () => '終了したものを含め、不要なものを削除してください。',
  'delivery-unknown': ({ delivery }) =>
    `この Webhook の送信履歴に ${delivery} はありません。送信履歴は 30 日間保存されます。`,
  'fix-receiver': () =>
    'インターネット上の http または https のアドレスを、ユーザー名やパスワードなしで指定してください。',
  'secret-raced': () => '同時に、シークレットが置き換えられたか、Webhook が削除されました。',
  'fix-secret-raced': () => 'もう一方のシークレットを使うか、もう一度更新してください。',
  'webhook-unknown': ({ webhook }) => `Webhook ${webhook} が存在しないか、管理する権限がありません。`,
  'webhook-ended': () => 'この Webhook は終了しているため、何も送信されません。',
  'fix-webhook-ended': () => '受信側で再び必要になったら、同じ URL で Webhook を作成してください。',
  'workbook-owner-deletes': () => '削除できるのは、ワークブックかアカウントの所有者だけです。',
  'scope-missing': () => 'この操作をする権限がありません。',
  'role-disallows': ({ role }) =>
    `ワークスペースでの役割（${roles[role] ?? role}）では、この操作はできません。`,
  'fix-role-disallows': () => 'ワークスペースの管理者に依頼するか、所有者に役割の変更を依頼してください。',
  'workbook-closed': () => 'ワークブックが存在しないか、開く権限がありません。',
  'credential-one-workbook': () =>
    '一つのワークブックに限定された権限では、ほかのワークブックを作成できません。',
  'workbook-unknown': () => 'ワークブックはありません。',
  'workbook-owner-shares': () => '非公開や共有に変えられるのは、ワークブックの所有者だけです。',
  'fix-ask-owner': () => '所有者に依頼してください。',
  'fix-event-kind': ({ nearest }) => `「${nearest}」のことですか？`,
} satisfies Partial<InJapanese>;
