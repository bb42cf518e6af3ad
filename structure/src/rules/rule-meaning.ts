import type { Message } from '@workbook-data-service/sheets/messages';
import { sayOfReading } from '../reading-messages.js';
import type { Rule } from './rule.js';

/** What a rule does, as the service understands it. */
export function meaningOf(rule: Rule): Message {
  switch (rule.kind) {
    case 'ignore_sheet':
      return sayOfReading('rule-ignore-sheet', { pattern: rule.pattern });
    case 'missing':
      return sayOfReading('rule-missing', { texts: rule.texts });
    case 'decimal_comma':
      return sayOfReading('rule-decimal-comma');
    case 'day_first':
      return sayOfReading('rule-day-first');
    case 'fiscal_year':
      return sayOfReading('rule-fiscal-year', { month: rule.month });
    case 'total':
      return sayOfReading('rule-total', { words: rule.words });
    case 'periods_wide':
      return sayOfReading('rule-periods-wide');
    case 'one_table':
      return sayOfReading('rule-one-table');
    case 'header_rows':
      return sayOfReading('rule-header-rows', { rows: rule.rows, pattern: rule.pattern });
    case 'english_names':
      return sayOfReading('rule-english-names');
  }
}
