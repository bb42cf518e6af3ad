import type { GovernedTable } from '../workbook/governance/governed-tables.js';

/** Warnings for tables whose shown rows reveal something about columns that the caller may not see. */
function warningsOf(tables: readonly GovernedTable[]): string[] {
  return tables.flatMap(({ record, influence }) =>
    influence.warnedBy.map(({ tag }) => influenceWarning(record.name, tag)),
  );
}

export function influenceWarning(table: string, tag: string): string {
  return `Which rows "${table}" has follows from columns tagged "${tag}", which are hidden.`;
}

/** Absent if there is nothing to warn of. */
export function warningsBody(...tables: GovernedTable[]): { warnings?: string[] } {
  const warnings = warningsOf(tables);
  return warnings.length > 0 ? { warnings } : {};
}

/** For answers that are not JSON: percent-encoded and separated by commas. */
export function warningsHeader(tables: readonly GovernedTable[]): Record<string, string> {
  const warnings = warningsOf(tables);
  return warnings.length > 0 ? { 'x-svc-warnings': warnings.map(encodeURIComponent).join(',') } : {};
}
