import type { InJapanese } from './japanese-words.js';

/** About accounts and billing. */
export const japaneseAccounts = {
  'account-limit': ({ max }) => `所有できるアカウントは ${max} 個までです。`,
  'fix-account-limit': () => '不要なアカウントを削除するか、ワークスペースで分けてください。',
  'no-second-factor-of-own': () => 'これから必須にする 2 段階認証を、ご自身が設定していません。',
  'account-changed-meanwhile': () => '削除の処理中に、アカウントに新しいデータが作成されました。',
  'fix-send-again': () => 'もう一度お試しください。',
  'confirm-account-name': () => '確認の名前が、アカウントの名前と一致しません。',
  'account-owes': ({ credits }) => `使ったクレジットのうち ${credits} クレジット分の支払いが済んでいません。`,
  'card-being-charged': () => 'カードへの請求が進行中です。',
  'fix-card-being-charged': () => '支払いが終わるまで 1 分ほど待って、もう一度お試しください。',
  'workspace-has-workbooks': () => 'ワークスペースに、非公開のものを含めてワークブックが残っています。',
  'account-unknown': () => 'そのアカウントはありません。',
  'key-pinned': () => '一つのワークスペースに限定されたキーではできない操作です。',
  'account-owned-already': () => 'すでにこのアカウントの所有者です。',
  'fix-other-member': () => 'ほかのメンバーを選んでください。',
  'account-lost': () => 'このアカウントの所有者ではなくなりました。',
  'account-member-unknown': ({ user }) => `アカウントのワークスペースに、ID ${user} のメンバーはいません。`,
  'fix-account-member': () => 'アカウントのワークスペースのメンバーを選んでください。',
  'member-unproven': () => 'このメンバーのメールアドレスは、まだ確認されていません。',
  'fix-member-unproven': () =>
    'サービスからのメールか、OpenID Connect でのサインインで、先にアドレスを確認してもらってください。',
  'workspace-outside-reach': ({ workspace }) => `ワークスペース ${workspace} に対する権限がありません。`,
  'workspace-deleted': ({ workspace }) => `ワークスペース ${workspace} は削除されました。`,
  'billing-busy': () => 'アカウントの請求情報が、ほかの人によって変更されています。',
  'billing-unset': ({ settings }) => `請求には ${settings} の設定が必要です。`,
  'fix-set-settings': ({ settings }) => `サービスの管理者に、${settings} の設定を依頼してください。`,
  'billing-changed': () => 'アカウントの請求情報が変更されたばかりです。',
  'card-is-own': () => '既定のアカウントは、そのアカウント自身のカードで支払います。',
  'fix-developer-account': () => '追加したアカウントを選んでください。',
  'default-account-no-card': () => '既定のアカウントにカードがありません。',
  'subscription-own-card': () => 'アカウントに、専用のカードで契約中のプランがあります。',
  'fix-end-subscription': () => '決済サービスのページでプランを解約してください。',
  'default-card-removed': () => '既定のアカウントのカードは削除されました。',
  'fix-topup-threshold': () => 'しきい値は、1 回に購入するクレジット数以下にしてください。',
  'topup-needs-card': () => '自動購入にはカードが必要です。',
  'structuring-price': ({ credits, missing }) =>
    `構造化には ${credits} クレジットが必要で、${missing} クレジット足りません。`,
  'plan-unset': ({ interval, plan, setting }) =>
    `プラン ${plan}（${interval === 'annual' ? '年払い' : '月払い'}）には設定 ${setting} が必要です。`,
  'subscription-exists': () => 'アカウントには、すでにプランがあります。',
  'fix-change-plan': () => '決済サービスのページでプランを変更してください。',
  'credit-packs': ({ sizes }) => `購入できるクレジット数は ${sizes} のいずれかです。`,
  'return-page': ({ home }) => `戻り先のページは、${home} 以下の URL にしてください。`,
  'topup-threshold': ({ threshold, amount }) =>
    `しきい値 ${threshold} が、1 回に購入するクレジット数 ${amount} を超えています。`,
} satisfies Partial<InJapanese>;
