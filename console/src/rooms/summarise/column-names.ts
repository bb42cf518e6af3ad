import type { Language } from '../../preferences.js';
import type { ColumnNames } from './recipe-sql.js';

/** In the language of whoever makes the table. */
export const columnNames: Record<Language, ColumnNames> = {
  en: {
    rows: 'rows',
    of: {
      sum: (column) => `sum of ${column}`,
      avg: (column) => `average of ${column}`,
      min: (column) => `smallest ${column}`,
      max: (column) => `largest ${column}`,
      median: (column) => `median of ${column}`,
      count: (column) => `number of ${column}`,
      distinct: (column) => `different ${column}`,
      year: (column) => `year of ${column}`,
      quarter: (column) => `quarter of ${column}`,
      month: (column) => `month of ${column}`,
      week: (column) => `week of ${column}`,
      day: (column) => `day of ${column}`,
    },
  },
  ja: {
    rows: '行数',
    of: {
      sum: (column) => `${column} の合計`,
      avg: (column) => `${column} の平均`,
      min: (column) => `${column} の最小`,
      max: (column) => `${column} の最大`,
      median: (column) => `${column} の中央値`,
      count: (column) => `${column} の件数`,
      distinct: (column) => `${column} の種類の数`,
      year: (column) => `${column} の年`,
      quarter: (column) => `${column} の四半期`,
      month: (column) => `${column} の月`,
      week: (column) => `${column} の週`,
      day: (column) => `${column} の日`,
    },
  },
};
