import { decodeCursor, encodeCursor, isText } from '../../core/cursor.js';
import type { PolicyRule } from '../../core/policy.js';
import type { Service } from '../../service.js';
import { rulesOf } from '../../workbook/governed-tables.js';

/** The rules of a workbook by tag and role. */
export async function listPolicies(
  service: Service,
  workbookId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ policies: PolicyRule[]; nextCursor: string | null }> {
  const after = page.cursor === undefined ? undefined : decodeCursor(page.cursor, isText);
  const rest = (await rulesOf(service.catalog.db, workbookId).execute())
    .map((rule) => ({ rule, position: JSON.stringify([rule.tag, rule.role]) }))
    .sort((a, b) => (a.position < b.position ? -1 : 1))
    .filter(({ position }) => after === undefined || position > after);
  const shown = rest.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    policies: shown.map(({ rule }) => rule),
    nextCursor: last && rest.length > page.limit ? encodeCursor(last.position) : null,
  };
}
