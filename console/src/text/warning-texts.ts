import type { MessageCode } from '@workbook-data-service/client/messages';
import type { Language } from '../preferences.js';
import { messageText } from './messages/message-text.js';

interface Warned {
  warnings?: readonly string[] | undefined;
  warning_messages?: readonly { code?: string; params?: Readonly<Record<string, unknown>> }[] | undefined;
}

/** The warnings of an answer in the language of the reader. */
export function warningTexts(
  { warnings = [], warning_messages: said = [] }: Warned,
  language: Language,
): string[] {
  return warnings.map((text, i) => messageText({ text, ...said[i] }, language));
}

const confirming: readonly unknown[] = ['warn-deletes-most', 'warn-replaces-rows'] satisfies MessageCode[];

/** Whether a merge is not made unless its deletions are confirmed. */
export function asksToConfirmDeletes({ warning_messages: said = [] }: Warned): boolean {
  return said.some(({ code, params }) => confirming.includes(code) || confirming.includes(params?.why_code));
}
