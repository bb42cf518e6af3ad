import type { InJapanese } from './japanese-words.js';

/** About feeds, which other programs read. */
export const japaneseFeeds = {
  'feed-read-only': () => 'フィードは読み取り専用です。',
  'fix-feed-read-only': () => '画面または API で表を編集してください。編集はすぐにフィードに反映されます。',
  'feed-resource-unknown': ({ path }) => `フィードに「${path}」はありません。`,
  'fix-feed-resource-unknown': () =>
    '$metadata、エンティティ セット、Set/$count、Set(1)、Set(1)/Property のいずれかを指定してください。',
  'feed-set-unknown': ({ set }) => `エンティティ セット「${set}」はありません。`,
  'fix-feed-set-unknown': () =>
    'サービス ドキュメントにある名前を、大文字と小文字を区別して指定してください。',
  'feed-property-unknown': ({ property, set }) => `「${set}」にプロパティ「${property}」はありません。`,
  'fix-feed-property-unknown': () => '$metadata にある名前を、大文字と小文字を区別して指定してください。',
  'feed-key-unknown': ({ set, key }) => `「${set}」に行 ${key} はありません。`,
  'fix-feed-key-unknown': () => 'Set(1) のように、__svc_row_id で行を指定してください。',
  'feed-option-unknown': ({ option }) => `${option} は OData のクエリ オプションではありません。`,
  'feed-option-unsupported': ({ option }) => `${option} には対応していません。`,
  'feed-option-repeated': ({ option }) => `${option} が 2 回以上指定されています。`,
  'feed-option-value': ({ option, value }) => `${option} に「${value}」は指定できません。`,
  'fix-feed-options': ({ options }) => `${options} を使ってください。`,
  'fix-feed-option-value': () => '指定できる値は、OData のドキュメントを参照してください。',
  'fix-feed-search': () => "$filter で contains(tolower(Property),'語') を使ってください。",
  'fix-feed-expand': () => 'もう一方のエンティティ セットを別に読み取り、プログラムで結合してください。',
  'fix-feed-apply': () =>
    'プログラムで計算するか、計算表を作成してください。計算表もエンティティ セットになります。',
  'fix-feed-batch': () => 'リクエストを一つずつ送信してください。',
  'feed-syntax': ({ option, at, near }) =>
    near === ''
      ? `${option} が途中で終わっています。`
      : `${option} の ${at} 文字目「${near}」を解釈できません。`,
  'fix-feed-syntax': () =>
    "Price gt 10 and Name eq 'Tokyo' のような条件を、and、or、not でつないでください。",
  'feed-expression-unsupported': ({ what }) => `${what} は $filter では使えません。`,
  'fix-feed-expression': ({ functions }) =>
    `プロパティと値を eq、ne、gt、ge、lt、le、in で比べるか、${functions} を使ってください。`,
  'feed-filter-value': () => '$filter の条件の値が、プロパティの型に合いません。',
  'fix-feed-filter-value': () => '$metadata にあるプロパティの型の形式で値を指定してください。',
  'feed-format-unknown': ({ format }) => `フィードを「${format}」で返すことはできません。`,
  'fix-feed-format': () =>
    'application/json（odata.metadata は minimal、full、none）を指定してください。$metadata では application/xml も使えます。',
  'feed-version-unsupported': ({ version }) =>
    `フィードは OData 4.0 と 4.01 に対応しています。${version} には対応していません。`,
  'fix-feed-version': () => 'OData-MaxVersion に 4.0 以上を指定するか、省略してください。',
  'feed-skiptoken': () => 'このリクエストの $skiptoken ではありません。',
  'fix-feed-skiptoken': () => '@odata.nextLink をそのまま使うか、最初から読み直してください。',
  'fix-feed-credential': () =>
    'このサービスのトークンを、Bearer トークンとして、または Basic 認証のパスワード（ユーザー名は任意）として送信してください。',
  'feed-share-unknown': ({ share }) => `共有「${share}」はありません。`,
  'fix-feed-share-unknown': () =>
    '共有の一覧にある名前または ID を指定してください。共有はワークスペースに対応します。',
  'feed-schema-unknown': ({ schema, share }) => `共有「${share}」にスキーマ「${schema}」はありません。`,
  'fix-feed-schema-unknown': () =>
    'スキーマの一覧にある名前または ID を指定してください。スキーマはワークブックに対応します。',
  'feed-table-unknown': ({ table, schema }) => `スキーマ「${schema}」に表「${table}」はありません。`,
  'fix-feed-table-unknown': () => '表の一覧にある名前または ID を指定してください。',
  'feed-number-invalid': ({ field }) => `${field} は 0 以上の整数で指定してください。`,
  'fix-feed-number-invalid': () => '0 以上の整数を指定するか、省略してください。',
  'feed-time-invalid': ({ field }) =>
    `${field} は 2026-01-31T09:00:00Z のように、タイムゾーンを付けた日時で指定してください。`,
  'fix-feed-time-invalid': () => 'このような日時を指定するか、省略してください。',
  'feed-version-and-time': () => 'version と timestamp の両方が指定されています。',
  'fix-feed-version-and-time': () =>
    'どちらか一方を指定するか、現在のバージョンを読むには両方とも省略してください。',
  'feed-time-early': ({ table }) => `その時点では、表「${table}」はまだありませんでした。`,
  'fix-feed-time-early': () => 'もっと後の日時か、バージョンを指定してください。',
  'feed-time-late': ({ table }) => `その日時より後の表「${table}」のバージョンはありません。`,
  'fix-feed-time-late': () => 'もっと前の日時を指定するか、現在のバージョンを読むには省略してください。',
  'feed-body-invalid': () => 'クエリの本文は JSON オブジェクトにしてください。',
  'fix-feed-body-invalid': () => '表全体を読むには {} を送信してください。',
  'feed-changes-unsupported': () => 'バージョン間の変更は共有されません。',
  'fix-feed-changes-unsupported': () =>
    'バージョンを指定して表を読み取ってください。二つのバージョンの違いは、API の GET …/versions/{label}/diff で取得できます。',
  'feed-directory-unsupported': () =>
    '表はファイルのアドレスで共有されます。ディレクトリとしては共有されません。',
  'fix-feed-directory-unsupported': () => '表にクエリを送信すると、ファイルのアドレスが返されます。',
  'feed-response-format': ({ formats }) => `応答の形式「${formats}」には対応していません。`,
  'fix-feed-response-format': () => 'responseformat=parquet または responseformat=delta を指定してください。',
  'feed-file-ids': ({ scheme }) => `ファイル ID の方式「${scheme}」には対応していません。`,
  'fix-feed-file-ids': () => 'fileidhash に parquet または delta を指定するか、省略してください。',
  'feed-file-gone': () =>
    'ファイルはすでに削除されたか、見える列が異なるユーザーのために作成されたものです。',
  'fix-feed-file-gone': () => '表にもう一度クエリを送信すると、現在のファイルのアドレスが返されます。',
  'feed-profile-token': () => 'プロファイルは、有効期間の長いトークンまたはキーで取得してください。',
  'fix-feed-profile-token': () =>
    'workbooks:read を持つトークンを作成し、そのトークンでプロファイルを取得してください。',
} satisfies Partial<InJapanese>;
