import { Problem } from '../../core/problems.js';
import { type DescribedQuery, describeQuery, type Parameters } from '../../workbook/reading/execute-query.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';

const PLAN_DEADLINE_MS = 5000;

export interface Validation {
  errors: Problem[];
  columns: { name: string; type: string }[];
  tables: string[];
  lineage: DescribedQuery['lineage'];
}

/** Checks and plans a statement without running it. Errors in the statement are returned, not thrown. */
export async function validateQuery(
  service: Service,
  caller: Caller,
  { workbookId, sql, params }: { workbookId: string; sql: string; params?: Parameters | undefined },
): Promise<Validation> {
  try {
    const { columns, tables, lineage } = await describeQuery(service.data.as(caller), {
      workbookId,
      sql,
      parameters: params,
      deadlineMs: PLAN_DEADLINE_MS,
    });
    return { errors: [], columns, tables: tables.map(({ record }) => record.name), lineage };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error;
    return { errors: [error], columns: [], tables: [], lineage: null };
  }
}
