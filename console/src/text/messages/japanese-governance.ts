import { type InJapanese, nameIn } from './japanese-words.js';

/** About tags and policies. */
export const japaneseGovernance = {
  'fix-governed-name': () =>
    'タグと役割は制御文字を含まない 1 から 120 文字で、大文字小文字は区別されません。役割にコンマは使えず、admin、editor、viewer、* は独自の役割にできません。',
  'tried-rule': ({ missing }) =>
    `試すルールにはタグと効果が必要ですが、${missing === 'tag' ? 'タグ' : '効果'}がありません。`,
  'fix-tried-rule': () => 'タグと効果を一緒に指定してください。',
  'tag-no-rule': ({ tag, role }) => {
    const whose = nameIn(role);
    return `タグ「${tag}」に${whose === null ? '' : `、役割「${whose}」の`}ルールはありません。`;
  },
  'fix-policies': () => 'ルールの一覧を確認してください。',
  'rule-influence': () => '「許可」のルールは何も隠さないため、「行が左右される表」を設定できません。',
  'fix-rule-influence': () => '「行が左右される表」の指定を外すか、マスクや拒否のルールで設定してください。',
  'tag-inherited': ({ column, tag }) => `「${column}」のタグ「${tag}」は、計算元の列から受け継いでいます。`,
  'fix-tag-inherited': () => '計算元の列からタグを外してください。',
  'tag-absent': ({ column, tag }) => `「${column}」にタグ「${tag}」はありません。`,
  'fix-classifications': () => '列のタグの一覧を確認してください。',
  'governed-name-invalid': ({ name, why }) => `名前 ${name} は使えません（${why}）。`,
} satisfies Partial<InJapanese>;
