import type { Message } from '@workbook-data-service/contract/messages/message';
import { meaningOf, readRules } from '@workbook-data-service/structure';

/** The lines of the rules of a workspace, and what each of them means; undefined for one that is not understood. */
export function meaningsOfRules(rules: string | null): { line: string; means: Message | undefined }[] {
  return readRules(rules ?? '').map(({ line, rule }) => ({ line, means: rule && meaningOf(rule) }));
}
