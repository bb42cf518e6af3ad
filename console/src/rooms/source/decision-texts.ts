import type { Language } from '../../app/preferences.js';
import type { SpecRegion } from './spec-edits.js';

type Question = NonNullable<SpecRegion['questions']>[number];
type Step = NonNullable<SpecRegion['suggestions']>[number]['step'];

const questions: Record<string, Record<Language, (row: string) => string>> = {
  periods: {
    en: () => 'Should there be a row for each period?',
    ja: () => '期間ごとに 1 行にしますか?',
  },
  levels: {
    en: () => 'Should there be a table for each level of the report?',
    ja: () => '帳票の階層ごとに表を分けますか?',
  },
  header: {
    en: (row) => `Is row ${row} part of the header?`,
    ja: (row) => `${row} 行目は見出しの一部ですか?`,
  },
  table: {
    en: (row) => `Does another table begin at row ${row}?`,
    ja: (row) => `${row} 行目から別の表が始まりますか?`,
  },
  tables: {
    en: () => 'The sheet is laid out like graph paper. Should tables be looked for on it?',
    ja: () => 'シートが方眼紙のように作られています。表を探しますか?',
  },
};

/** The service asks in English; the ids of its questions say what they are about. */
export function questionText({ id, text }: Question, language: Language): string {
  const [, kind = '', row = ''] = /\.([a-z]+)(\d*)$/.exec(id) ?? [];
  return questions[kind]?.[language](row) ?? text;
}

const choices: Record<string, Record<Language, string>> = {
  long: { en: 'Yes, a row for each', ja: 'はい、1 行ずつ' },
  wide: { en: 'No, leave them across', ja: 'いいえ、横のまま' },
  levels: { en: 'Yes, by level', ja: 'はい、階層ごと' },
  flat: { en: 'No, one table', ja: 'いいえ、1 つの表' },
  yes: { en: 'Yes', ja: 'はい' },
  no: { en: 'No', ja: 'いいえ' },
  one: { en: 'No, leave it whole', ja: 'いいえ、そのまま' },
  several: { en: 'Yes, look for them', ja: 'はい、探す' },
};

export function choiceText(choice: string, language: Language): string {
  return choices[choice]?.[language] ?? choice;
}

const steps: Record<Step['operator'], Record<Language, string>> = {
  stack: { en: 'Turn columns into rows', ja: '列を行に変換' },
  wide_to_long: { en: 'Turn repeated columns into rows', ja: '繰り返す列を行に変換' },
  subtitle: { en: 'Turn label rows into a column', ja: '小見出しの行を列に変換' },
  ffill: { en: 'Fill blanks with the label above', ja: '空欄を上の値で埋める' },
  transpose: { en: 'Swap rows and columns', ja: '行と列を入れ替え' },
  pivot: { en: 'Make one row of each block of lines', ja: '複数行のまとまりを 1 行に変換' },
  explode: { en: 'Split lists in cells into rows', ja: 'セル内の一覧を行に分割' },
};

export function stepText({ operator }: Step, language: Language): string {
  return steps[operator][language];
}
