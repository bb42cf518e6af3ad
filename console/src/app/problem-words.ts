import type { ProblemError } from '@workbook-data-service/client';
import type { Language } from './preferences.js';
import { troubleWords } from './trouble-words.js';

/** What kinds of problems mean to a person in the console, and what to do; where there is nothing to add, only the first. */
const japanese: Record<string, [what: string, fix?: string]> = {
  'account-owner': ['アカウントの所有者は、常に管理者です。'],
  'already-member': ['この人はすでにメンバーです。', 'メンバーの一覧で役割を変更できます。'],
  'already-tracked': [
    'このファイルはすでに追跡されています。',
    '追跡ファイルに新しい版として追加してください。',
  ],
  busy: ['処理が混み合っています。', '少し待って、もう一度お試しください。'],
  'chart-failed': ['グラフを描けませんでした。', '設定を変えてお試しください。'],
  conflict: ['現在の状態と食い違っています。', '最新の状態を確認して、もう一度お試しください。'],
  'damaged-data': [
    '保存されたデータが壊れているか、見つかりません。',
    'サービスの管理者にお知らせください。',
  ],
  'drive-authorization-needed': [
    'ドライブへのアクセスが許可されていません。',
    '設定の「ドライブ」で接続してください。',
  ],
  'drive-file-changed': [
    '読み取り中にファイルが変更されました。',
    '編集が終わってから、もう一度お試しください。',
  ],
  'drive-refused': [
    'ドライブがファイルを渡しませんでした。',
    'ファイルがあり、共有されていることを確認してください。',
  ],
  'drive-unavailable': ['ドライブが応答しません。', '少し待って、もう一度お試しください。'],
  'duplicate-key': [
    'キーが重複する行があります。',
    '組み合わせて一意になる列を選ぶか、コードで集計してください。',
  ],
  'empty-file': ['ファイルに値がありません。', '値のあるファイルをアップロードしてください。'],
  'encrypted-file': [
    'ファイルにパスワードがかかっています。',
    'パスワードを外して保存し、アップロードしてください。',
  ],
  expired: ['保存期間が過ぎました。', 'もう一度作成してください。'],
  'file-too-complex': ['ファイルが大きすぎるか、複雑すぎます。', '小さなファイルに分けてください。'],
  forbidden: ['この操作は許可されていません。', '権限のある人に依頼してください。'],
  'governed-workbook': [
    '保護された列があるため、元のファイルは見られません。',
    '表をご覧ください。見てよい列が表示されます。',
  ],
  'has-dependents': ['この表から計算される表があります。', '先にそれらの表を削除してください。'],
  'influenced-by-governed-column': [
    '見てはいけない列の値が分かってしまう行です。',
    '元の表を見るか、管理者に依頼してください。',
  ],
  'insufficient-scope': ['この操作の権限がありません。', '権限のある人に依頼してください。'],
  'insufficient-storage': [
    'サービスの保存領域が足りません。',
    '不要なワークブックを削除するか、管理者にお知らせください。',
  ],
  'internal-error': [
    'サービス側で問題が発生しました。',
    'もう一度お試しください。繰り返す場合は管理者にお知らせください。',
  ],
  'invalid-cells': ['列に合わない値がファイルにあります。', '値を直して保存し、もう一度お試しください。'],
  'invalid-request': ['入力に誤りがあります。'],
  'label-in-use': ['このラベルはすでに使われています。', '別のラベルにしてください。'],
  'lineage-cycle': [
    '表が自分自身から計算されることになります。',
    'この表から計算される表を入力から外してください。',
  ],
  'merge-deletes-most': [
    '統合すると、表のほとんどの行が削除されます。',
    'ファイルに行が残っているか確認してください。',
  ],
  'merge-too-large': ['行が多すぎて統合できません。'],
  'name-taken': ['この名前はすでに使われています。', '別の名前にしてください。'],
  'no-card': ['カードが登録されていません。', '先にカードを登録してください。'],
  'not-configured': ['このサービスでは設定されていません。', 'サービスの管理者に依頼してください。'],
  'not-found': ['見つかりません。', '削除されたか、名前が変わったか、閲覧する権限がありません。'],
  'out-of-credits': ['クレジットが残っていません。', '購入するか、翌月までお待ちください。'],
  'outside-reach': ['このワークスペースには権限がありません。'],
  'payments-unavailable': ['決済サービスが応答しません。', '少し待って、もう一度お試しください。'],
  'python-failed': ['Python のコードが失敗しました。', 'コードを直してください。'],
  'query-timeout': ['時間内に終わりませんでした。', '絞り込むか、集計してください。'],
  'query-too-large': ['メモリーが足りませんでした。', '絞り込むか、集計するか、列を減らしてください。'],
  'rate-limited': ['操作の回数が多すぎます。', '少し待って、もう一度お試しください。'],
  'registration-closed': ['アカウントは作成できません。', 'ワークスペースの管理者に招待を依頼してください。'],
  'sql-failed': [
    'SQL の実行に失敗しました。',
    '文を直してください。変換できない値には try_cast が使えます。',
  ],
  'sql-invalid': ['SQL に誤りがあります。', '文を直してください。'],
  'sql-refused': ['この SQL は使えません。', 'ワークブックの表に対する SELECT 文を一つだけ書いてください。'],
  'too-large': ['大きすぎます。', '少しずつ送ってください。'],
  'tracked-source': ['このファイルは追跡されています。', '追跡ファイルに新しい版として追加してください。'],
  'owns-shared-account': [
    'ほかの人も使っているアカウントを所有しています。',
    '先にアカウントを譲渡するか、メンバーを外してください。',
  ],
  'recent-proof-required': ['ご本人の確認が必要です。', 'もう一度サインインしてください。'],
  'second-factor-missing': [
    'このワークスペースには 2 段階認証が必要です。',
    '設定の「セキュリティ」で設定してください。',
  ],
  'second-factor-required': ['2 段階認証が必要です。', 'コードを入力してください。'],
  'wrong-second-factor': ['コードが違います。', '今表示されているコードを入力してください。'],
  'unproven-address': [
    'このアドレスが本人のものか、まだ確かめられていません。',
    'アカウントの所有者が、メンバーの一覧で確認できます。',
  ],
  uncastable: ['新しい型に合わない値があります。', '値を直すか、別の型を選んでください。'],
  'unmergeable-file': [
    'このファイルは統合できません。',
    'もう一度エクスポートし、見出しを残して編集してください。',
  ],
  'unreadable-file': ['ファイルを読み取れません。', '表計算ソフトで保存し直して、アップロードしてください。'],
  unavailable: ['サービスの準備ができていません。', '少し待って、もう一度お試しください。'],
  'unsupported-file': [
    '読み取れる形式のファイルではありません。',
    'xlsx、xlsm、xls、xlsb、ods、csv、tsv をお使いください。',
  ],
  'url-failed': [
    'アドレスからファイルを取得できませんでした。',
    'アドレスを確認するか、ファイルをアップロードしてください。',
  ],
  'url-refused': [
    'このアドレスは使えません。',
    'インターネット上の http または https のアドレスにしてください。',
  ],
  'version-conflict': ['ほかの人が先に変更しました。', '最新の内容を確認して、もう一度お試しください。'],
  'wrong-credentials': ['メールアドレスかパスワードが違います。', '両方を確認して、もう一度お試しください。'],
};

/** Advice in the place of one that speaks of requests. */
const english: Record<string, string> = {
  'already-member': 'Change the role in the list of members.',
  'already-tracked': 'It is among the tracked files of this workbook: take its new version there.',
  'drive-authorization-needed': 'Connect the drive, and try again.',
  'drive-file-changed': 'Try again once it is no longer being edited.',
  forbidden: 'Ask somebody who may do it.',
  'has-dependents': 'Delete the tables that are computed from it first.',
  'insufficient-scope': 'Ask somebody who may do it.',
  'merge-deletes-most': 'Check that the file still has its rows.',
  'name-taken': 'Choose another name, or say what becomes of the file that is here.',
  'no-card': 'Save a card first.',
  'not-found': 'It was deleted or renamed, or you may not see it.',
  'owns-shared-account': 'Hand the account over, under Plan and billing, or remove its members first.',
  'recent-proof-required': 'Sign in again.',
  'second-factor-missing': 'Set one up under Settings, Security.',
  'second-factor-required': 'Type the code that your app shows.',
  'sql-invalid': 'Correct the statement.',
  'wrong-second-factor': 'Type the code that your app shows now; each works once.',
  'version-conflict': 'Look at what is there now, and try again.',
};

const speaksOfRequests = (fix: string): boolean =>
  /\b(GET|POST|PUT|PATCH|DELETE) |=true\b|credential|edit_version|authorize_url|on_existing|Send the request/.test(
    fix,
  );

export interface ProblemWords {
  /** What went wrong. */
  detail: string;
  /** What to do about it. */
  fix: string;
  /** What exactly, mostly in the words of the service, where `detail` says it in general. */
  exactly?: { words: string; language: Language };
}

/** The service speaks English, to programs too; this is what the console says instead, by the kind of the problem. */
export function problemWords(
  { slug, detail, suggestedFix, errors }: ProblemError,
  language: Language,
): ProblemWords {
  const whole = [detail, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(' ');
  const [what, fix] = japanese[slug] ?? [];
  if (language === 'ja' && what !== undefined) {
    const words = troubleWords(whole, language);
    const exactly = { words, language: words === whole ? 'en' : language } as const;
    return { detail: what, fix: fix ?? suggestedFix, exactly };
  }
  return { detail: whole, fix: (speaksOfRequests(suggestedFix) && english[slug]) || suggestedFix };
}
