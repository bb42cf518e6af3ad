import { say } from '@workbook-data-service/contract/messages';
import { asWorded, type Problem, problem } from '../../core/problems.js';
import { type ResultOrder, resultOrder } from '../lineage/result-order.js';
import type { Node } from '../lineage/tree.js';
import { tidyEngineMessage } from './engine-message.js';
import { expandedSize } from './expansion.js';
import { limits } from './limits.js';
import type { ParseSql } from './parse-sql.js';
import { positionAt, refusal } from './refusal.js';
import { TreeWalk } from './tree-walk.js';

export interface Inspection {
  /** Every table the statement names, as first written; the caller checks that the workbook has them. */
  tables: string[];
  /** `?` and `$1` are '1', `$name` is 'name'; as first written, positions in numeric order. */
  parameters: string[];
  /** Whether the order of its rows may depend on their values. */
  sorts: boolean;
  /** Whether it gives the same rows each time over the same tables, but for orders that it leaves open. */
  isSteady: boolean;
  /** The columns of the result by which its own ORDER BY sorts. */
  order: ResultOrder[];
}

/** The result of json_serialize_sql. */
interface Serialized {
  error: boolean;
  error_type?: string;
  error_message?: string;
  position?: string;
  statements?: unknown[];
}

/**
 * Decides whether an untrusted text is one harmless SELECT, by checking DuckDB's own parse tree against
 * allow-lists. It parses and reads nothing, but parsing alone can be made expensive: run it in the sandboxed
 * process too.
 */
export async function inspectSelect(parseSql: ParseSql, sql: string): Promise<Inspection> {
  checkText(sql);
  const parsed = await parse(parseSql, sql);
  if (parsed.error) throw parserProblem(sql, parsed);
  const [statement, ...others] = parsed.statements ?? [];
  if (statement === undefined) throw problem('sql-invalid', say('sql-no-statement'));
  if (others.length > 0) throw refusal(say('sql-statements', { count: others.length + 1 }));

  const walk = new TreeWalk(sql);
  walk.walk(statement);
  const parameters = [...walk.parameters.values()];
  return {
    tables: [...walk.tables.values()],
    sorts: walk.sorts,
    isSteady: walk.isSteady,
    order: resultOrder(statement as Node),
    parameters: parameters.every((name) => /^\d+$/.test(name))
      ? parameters.sort((a, b) => Number(a) - Number(b))
      : parameters,
  };
}

function checkText(sql: string): void {
  // The engine's text ends at a NUL: the rest would run unchecked, or be checked and not run.
  if (sql.includes('\0')) throw refusal(say('sql-nul'));
  if (sql.trim() === '') throw problem('sql-invalid', say('sql-empty'));
  if (Buffer.byteLength(sql) > limits.text)
    throw refusal(say('sql-too-long', { kilobytes: limits.text / 1024 }));
  if (expandedSize(sql) > limits.expandedTokens) {
    throw refusal(say('sql-expands'), { fix: say('fix-sql-expands') });
  }
}

async function parse(parseSql: ParseSql, sql: string): Promise<Serialized> {
  const text = await parseSql(sql);
  if (text.length > limits.tree) throw refusal(say('sql-too-large'));
  try {
    return JSON.parse(text) as Serialized;
  } catch {
    // DuckDB writes a literal beyond the range of a double as a bare Infinity.
    throw refusal(say('sql-number'));
  }
}

function parserProblem(sql: string, parsed: Serialized): Problem {
  const message = tidyEngineMessage(parsed.error_message ?? 'the SQL cannot be parsed');
  if (/^Only SELECT statements/.test(message)) {
    return refusal(say('sql-only-select'), { fix: say('fix-sql-only-select') });
  }
  if (parsed.error_type === 'serialization') {
    return refusal(say('sql-only-constants'), { fix: say('fix-sql-only-constants') });
  }
  const at = positionAt(sql, parsed.position ?? '');
  return problem('sql-invalid', asWorded(message), { members: at ? { ...at } : {} });
}
