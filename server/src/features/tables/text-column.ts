import { say } from '@workbook-data-service/contract/messages';
import { columnKind } from '../../core/column-kind.js';
import { problem } from '../../core/problems.js';
import type { GovernedColumn } from '../../workbook/governance/governed-tables.js';

/** For what is done with the texts of a column. */
export function requireTexts({ name, type }: GovernedColumn): void {
  if (columnKind(type) === 'text') return;
  throw problem('invalid-request', say('column-no-text', { column: name }), {
    fix: say('fix-column-no-text'),
  });
}
