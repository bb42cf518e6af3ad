import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import type { GovernedTable } from '../workbook/governance/governed-tables.js';
import { codeFields } from './messages.js';

/** Warnings for tables whose shown rows reveal something about columns that the caller may not see. */
function warningsOf(tables: readonly GovernedTable[]): Message[] {
  return tables.flatMap(({ record, influence }) =>
    influence.warnedBy.map(({ tag }) => influenceWarning(record.name, tag)),
  );
}

export function influenceWarning(table: string, tag: string): Message {
  return say('warn-influence', { table, tag });
}

/** Texts, and what they say as data. */
export function warningFields(warnings: readonly Message[]) {
  return { warnings: warnings.map(({ text }) => text), warning_messages: warnings.map(codeFields) };
}

/** Absent if there is nothing to warn of. */
export function warningsBody(...tables: GovernedTable[]): Partial<ReturnType<typeof warningFields>> {
  const warnings = warningsOf(tables);
  return warnings.length > 0 ? warningFields(warnings) : {};
}

/** For agents, who read the texts alone. */
export function warningTexts(...tables: GovernedTable[]): { warnings?: string[] } {
  const { warnings } = warningsBody(...tables);
  return warnings ? { warnings } : {};
}

/** For answers that are not JSON: percent-encoded and separated by commas. */
export function warningsHeader(tables: readonly GovernedTable[]): Record<string, string> {
  const warnings = warningsOf(tables).map(({ text }) => text);
  return warnings.length > 0 ? { 'x-svc-warnings': warnings.map(encodeURIComponent).join(',') } : {};
}
