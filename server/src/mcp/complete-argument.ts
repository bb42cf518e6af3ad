import { call, callableOf } from './call-tool.js';
import type { ToolContext } from './tool.js';
import { listTables } from './tools/list-tables.js';
import { listWorkbooks } from './tools/list-workbooks.js';

/** By the protocol. */
const MAX_VALUES = 100;

const tables = callableOf(listTables);
const workbooks = callableOf(listWorkbooks);

interface Completion {
  name: string;
  /** What the user has typed. */
  value: string;
  /** Arguments that are given already. */
  given: Record<string, string>;
}

/** What an argument of a prompt or a resource may be, as far as the caller sees it. */
export async function completeArgument(
  context: ToolContext,
  { name, value, given }: Completion,
): Promise<{ values: string[] }> {
  const wanted = value.toLowerCase();
  const found = await choices();
  return {
    values: found
      .filter(({ names }) => names.some((one) => one.toLowerCase().includes(wanted)))
      .slice(0, MAX_VALUES)
      .map(({ id }) => id),
  };

  async function choices(): Promise<{ id: string; names: string[] }[]> {
    if (name === 'workbook_id') {
      const answer = await call(context, workbooks, { limit: MAX_VALUES });
      const listed = (answer.structuredContent as { workbooks?: { id: string; title: string }[] })?.workbooks;
      return (listed ?? []).map(({ id, title }) => ({ id, names: [id, title] }));
    }
    if (name !== 'table' || given.workbook_id === undefined) return [];
    const place = { workbook_id: given.workbook_id, limit: MAX_VALUES };
    const answer = await call(context, tables, place);
    const listed = (answer.structuredContent as { tables?: { name: string }[] })?.tables;
    return (listed ?? []).map((table) => ({ id: table.name, names: [table.name] }));
  }
}
