import type { Language } from '../../preferences.js';
import type { SpecRegion } from './spec-edits.js';

type Step = NonNullable<SpecRegion['suggestions']>[number]['step'];

const choices: Record<string, Record<Language, string>> = {
  long: { en: 'Yes, a row for each', ja: 'はい、1 行ずつ' },
  wide: { en: 'No, leave them across', ja: 'いいえ、横のまま' },
  levels: { en: 'Yes, by level', ja: 'はい、階層ごと' },
  flat: { en: 'No, one table', ja: 'いいえ、一つの表' },
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
