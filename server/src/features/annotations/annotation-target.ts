import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { fieldError, problem } from '../../core/problems.js';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';
import type { AnnotationPlace } from '../../workbook/reading/annotations.js';
import { writableColumn } from '../tables/writable-table.js';

export interface AnnotationTarget {
  rowId: number | null;
  column: string | null;
}

/** The places of a request's targets; a duplicate is refused. */
export function placesOf(
  table: GovernedTable,
  targets: readonly AnnotationTarget[],
  path: string,
): AnnotationPlace[] {
  const seen = new Set<string>();
  return targets.map(({ rowId, column }, i) => {
    if (rowId === null && column === null) throw invalidAnnotation(`${path}/${i}`, say('annotation-nowhere'));
    const columnId = column === null ? '' : writableColumn(table, column, `${path}/${i}/column`).id;
    const key = `${rowId} ${columnId}`;
    if (seen.has(key)) throw invalidAnnotation(`${path}/${i}`, say('annotation-repeated'));
    seen.add(key);
    return { rowId: rowId ?? 0, columnId };
  });
}

export function invalidAnnotation(path: string, fault: Message) {
  return problem('invalid-request', say('annotation-invalid', { path, ...whyOf(fault) }), {
    fix: say('fix-annotation'),
    members: { errors: [fieldError(path, fault)] },
  });
}
