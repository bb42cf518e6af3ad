import type { Language } from '../../preferences.js';
import { messages } from '../../text/text.js';
import { isNumeric } from '../column-types.js';
import { ANY_COLUMN, type Condition, type Operator } from './conditions.js';

export const conditionTexts = messages(
  {
    eq: 'is',
    ne: 'is not',
    lt: 'is less than',
    le: 'is at most',
    gt: 'is more than',
    ge: 'is at least',
    contains: 'contains',
    search: 'contains, in any case',
    starts_with: 'begins with',
    in: 'is one of',
    is_null: 'is empty',
    not_null: 'is not empty',
  },
  {
    eq: 'が次に等しい',
    ne: 'が次に等しくない',
    lt: 'が次より小さい',
    le: 'が次以下',
    gt: 'が次より大きい',
    ge: 'が次以上',
    contains: 'が次を含む',
    search: 'が次を含む（大文字・小文字を区別しない）',
    starts_with: 'が次で始まる',
    in: 'が次のいずれか',
    is_null: 'が空',
    not_null: 'が空でない',
  },
);

type Told = (column: string, value: string) => string;

/** A condition as a sentence: where the column stands in it differs between the languages. */
const japaneseSentences: Record<Choice, Told> = {
  eq: (column, value) => `${column} が ${value}`,
  ne: (column, value) => `${column} が ${value} 以外`,
  lt: (column, value) => `${column} が ${value} 未満`,
  le: (column, value) => `${column} が ${value} 以下`,
  gt: (column, value) => `${column} が ${value} より大きい`,
  ge: (column, value) => `${column} が ${value} 以上`,
  contains: (column, value) => `${column} が ${value} を含む`,
  search: (column, value) => `${column} が ${value} を含む`,
  starts_with: (column, value) => `${column} が ${value} で始まる`,
  in: (column, value) => `${column} が ${value} のいずれか`,
  is_null: (column) => `${column} が空`,
  not_null: (column) => `${column} が空でない`,
};

/** Of a list of values; the others are as many dots. */
const MAX_TOLD = 6;
const wordsOf = {
  en: { anyColumn: 'any column', empty: '(empty)' },
  ja: { anyColumn: 'いずれかの列', empty: '（空）' },
};

export function conditionSentence(condition: Condition, language: Language): string {
  const { anyColumn, empty } = wordsOf[language];
  const choice = choiceOf(condition);
  const column = condition.column === ANY_COLUMN ? anyColumn : condition.column;
  const values = [condition.value].flat();
  const shown = values.slice(0, MAX_TOLD).map((one) => (one === null ? empty : one));
  const value = typedText({ ...condition, value: shown.length < values.length ? [...shown, '…'] : shown });
  const told = language === 'ja' ? japaneseSentences[choice] : undefined;
  if (told) return told(column, value);
  const words = choice === 'search' ? 'contains' : (conditionTexts[language][choice] ?? choice);
  return `${column} ${words} ${value}`.trim();
}

/** What a person chooses from: "is not empty" is an operator of its own. */
export type Choice = Operator | 'not_null';
const forTexts: Choice[] = ['contains', 'search', 'eq', 'ne', 'starts_with', 'in', 'is_null', 'not_null'];
const forOrdered: Choice[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'is_null', 'not_null'];

export function choicesFor(type: string): Choice[] {
  if (type === 'BOOLEAN') return ['eq', 'is_null', 'not_null'];
  return isNumeric(type) || /^(DATE|TIME)/.test(type) ? forOrdered : forTexts;
}

export const choiceOf = ({ op, value }: Condition): Choice =>
  op === 'is_null' && value === false ? 'not_null' : op;

export const needsValue = (choice: Choice): boolean => choice !== 'is_null' && choice !== 'not_null';

/** The value of a condition as it is typed; those of a list with commas between them. */
export const typedText = ({ op, value }: Condition): string =>
  op === 'is_null' || value === undefined || value === null ? '' : [value].flat().join(', ');
