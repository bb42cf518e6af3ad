import {
  auditActionOf,
  type OpAction,
  type OpKind,
  type WorkbookAction,
} from '@workbook-data-service/client/messages';
import { opKinds, opWords } from '../../app/op-names.js';
import type { Language } from '../../preferences.js';

type Words = Record<Language, string>;

/**
 * What an entry says was done: whatever is no op, and ops of which the log says it in other words than the list of changes.
 * What stands in braces is said with its name where that is known: `Deleted table Orders`.
 */
const words: Record<WorkbookAction, Words> & Partial<Record<OpAction, Words>> = {
  'access.refused': { en: 'Was refused access', ja: 'アクセスが拒否された' },
  'access.previewed': { en: 'Looked at what a role sees', ja: '役割ごとの見え方を確認' },
  'audit.sealed': { en: 'Sealed the log', ja: 'ログを封印' },
  'branch.closed': { en: 'Closed an export', ja: 'エクスポートを終了' },
  'branch.merged': { en: 'Merged a returned file', ja: '戻されたファイルを統合' },
  'branch.merge_undone': { en: 'Undid a merge', ja: '統合を元に戻す' },
  'comment.changed': { en: 'Changed a comment', ja: 'コメントを変更' },
  'comment.created': { en: 'Commented', ja: 'コメントを追加' },
  'comment.deleted': { en: 'Deleted a comment', ja: 'コメントを削除' },
  'conflict.resolved': { en: 'Resolved a conflict', ja: '競合を解決' },
  'data.read': { en: 'Read governed data', ja: '保護されたデータを閲覧' },
  'file.downloaded': { en: 'Downloaded a version of a tracked file', ja: '追跡ファイルの版をダウンロード' },
  'file.shown_to_model': {
    en: 'Showed sheets of a file to the language model',
    ja: 'ファイルのシートを言語モデルに送信',
  },
  'file.reverted': {
    en: 'Went back to an earlier version of a tracked file',
    ja: '追跡ファイルを以前の版に戻す',
  },
  'file.tracked': { en: 'Began to track {a file}', ja: '{ファイル}の追跡を開始' },
  'file.untracked': { en: 'Stopped tracking {a file}', ja: '{ファイル}の追跡を終了' },
  'file.version_added': {
    en: 'Took a new version of a tracked file',
    ja: '追跡ファイルの新しい版を取り込み',
  },
  'job.failed': { en: 'A job failed', ja: 'ジョブが失敗' },
  'job.queued': { en: 'Started a job', ja: 'ジョブを開始' },
  'sheet.bound': { en: 'Bound {a table} to an external sheet', ja: '{表}を外部シートに紐付け' },
  'sheet.unbound': { en: 'Unbound {a table} from an external sheet', ja: '外部シートの紐付けを解除' },
  'snapshot.committed': { en: 'Pinned a state', ja: '状態を保存' },
  'snapshot.restored': { en: 'Went back to an earlier state', ja: '以前の状態を復元' },
  'reading.made': { en: 'Remembered how a file is read', ja: 'ファイルの読み取り方を記憶' },
  'reading.changed': { en: 'Changed how files are read', ja: '記憶した読み取り方を変更' },
  'reading.deleted': { en: 'Forgot how files are read', ja: '記憶した読み取り方を削除' },
  'source.analyzed': { en: 'Analysed {a file}', ja: '{ファイル}を読み取り' },
  'source.deleted': { en: 'Deleted {a file}', ja: '{ファイル}を削除' },
  'source.downloaded': { en: 'Downloaded {a file}', ja: '{ファイル}をダウンロード' },
  'link.signed': { en: 'Made a link that anyone can open', ja: '誰でも開けるリンクを作成' },
  'page_link.created': { en: 'Page shared by a link', ja: 'リンクで共有' },
  'page_link.ended': { en: 'Link ended', ja: 'リンクを終了' },
  'report.mailed': { en: 'Report mailed', ja: 'レポートをメールで送信' },
  'report.unsubscribed': { en: 'Subscription ended by its mail', ja: 'メールから購読を解除' },
  'page_link.refused': { en: 'Wrong password for a link', ja: 'リンクのパスワードの誤り' },
  'schedule.deleted': { en: 'Automatic updates ended', ja: '自動更新を終了' },
  'schedule.paused': { en: 'Automatic updates paused', ja: '自動更新を一時停止' },
  'schedule.ran': { en: 'Updated by schedule', ja: '自動更新を実行' },
  'schedule.resumed': { en: 'Automatic updates resumed', ja: '自動更新を再開' },
  'schedule.set': { en: 'Automatic updates set', ja: '自動更新を設定' },
  'source.failed': { en: 'Could not read {a file}', ja: '{ファイル}の読み取りに失敗' },
  'source.ingested': { en: 'Added {a file}', ja: '{ファイル}を追加' },
  'source.materialized': { en: 'Made tables from {a file}', ja: '{ファイル}から表を作成' },
  'source.promotion_skipped': {
    en: 'Kept the tables of {a file} as they were',
    ja: '{ファイル}の表をそのまま維持',
  },
  'source.uploaded_again': { en: 'Uploaded {a file} again', ja: '{ファイル}を再アップロード' },
  'source.revised': { en: 'Revised {a file}', ja: '{ファイル}を更新' },
  'source.spec_corrected': { en: 'Corrected how {a file} is read', ja: '{ファイル}の読み取り方を修正' },
  'source.structured': { en: 'Structured {a file}', ja: '{ファイル}を構造化' },
  'table.deleted': { en: 'Deleted {a table}', ja: '{表}を削除' },
  'tables.exported': { en: 'Exported tables', ja: '表をエクスポート' },
  'transforms.recomputed': { en: 'Recomputed derived tables', ja: '派生表を再計算' },
  'upload.received': { en: 'Received an upload', ja: 'アップロードを受信' },
  'upload.slot_created': { en: 'Began an upload', ja: 'アップロードを開始' },
  'table.archived': { en: 'Archived {a table}', ja: '{表}をアーカイブ' },
  'table.created': { en: 'Created {a table}', ja: '{表}を作成' },
  'table.described': { en: 'Described {a table}', ja: '{表}に説明を追加' },
  'table.renamed': { en: 'Renamed {a table}', ja: '{表}の名前を変更' },
  'transform.created': { en: 'Created {a transform}', ja: '{変換}を作成' },
  'transform.deleted': { en: 'Deleted {a transform}', ja: '{変換}を削除' },
  'view.changed': { en: 'Changed {a view}', ja: '{ビュー}を変更' },
  'view.created': { en: 'Saved {a view}', ja: '{ビュー}を保存' },
  'view.deleted': { en: 'Deleted {a view}', ja: '{ビュー}を削除' },
  'workbook.created': { en: 'Created {the workbook}', ja: '{ワークブック}を作成' },
  'workbook.deleted': { en: 'Deleted the workbook', ja: 'ワークブックを削除' },
  'workbook.owner.set': { en: 'Changed the owner', ja: '所有者を変更' },
  'workbook.reviewed': { en: 'Reviewed the tables', ja: '表をレビュー' },
};

const known: Partial<Record<string, Words>> = words;
const opOf = new Map<string, string>(opKinds.map((kind) => [auditActionOf(kind), kind]));

/** What earlier releases wrote for an action that is no op. */
const actionOf: Record<string, string> = { 'transforms.recompute': 'transforms.recomputed' };

/**
 * Ops are named as in the list of changes, and so are those of earlier releases, which logged the kind of their op;
 * an action that is not known there either, as it is.
 */
export function auditWords(action: string, language: Language, name = ''): string {
  const said = known[actionOf[action] ?? action] ?? known[auditActionOf(action as OpKind)];
  const words = said?.[language] ?? opWords({ kind: opOf.get(action) ?? action, code: null }, language);
  const named = words.replace(/\{(?:(?:an?|the) )?(.+?)\}/, (phrase, thing: string) =>
    name === '' ? phrase.slice(1, -1) : withName(thing, name, language),
  );
  return name === '' || named !== words ? named : `${words}: ${name}`;
}

const withName = (thing: string, name: string, language: Language): string =>
  language === 'ja' ? `${thing}「${name}」` : `${thing} ${name}`;
