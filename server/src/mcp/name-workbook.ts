import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { listWorkbooks } from '../features/workbooks/workbooks.js';
import type { ToolContext } from './tool.js';

const MAX_LOOKED_AT = 1000;
const MAX_CANDIDATES = 5;

/** A model that is told a title calls with it: the only workbook of that title is meant. */
export async function withWorkbookId<Input extends Record<string, unknown>>(
  { service, caller }: ToolContext,
  input: Input,
): Promise<Input> {
  const { workbook_id: given } = input;
  if (typeof given !== 'string' || given.startsWith('wb_')) return input;
  const { workbooks } = await listWorkbooks(service, caller, { limit: MAX_LOOKED_AT });
  const wanted = comparable(given);
  const [only, ...more] = workbooks.filter(({ title }) => comparable(title) === wanted);
  if (only && more.length === 0) return { ...input, workbook_id: only.id };
  const similar = workbooks.filter(({ title }) => comparable(title).includes(wanted));
  const candidates = (similar.length > 0 ? similar : workbooks)
    .slice(0, MAX_CANDIDATES)
    .map(({ id, title }) => `${id} (${title})`);
  throw problem('not-found', say('agent-workbook-unknown', { given: given.slice(0, 300) }), {
    fix: say('fix-agent-workbook-unknown', { candidates: candidates.join(', ') }),
  });
}

const comparable = (title: string): string => title.normalize('NFKC').trim().toLowerCase();
