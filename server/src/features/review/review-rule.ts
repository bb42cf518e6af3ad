import type { Params } from '@workbook-data-service/contract/messages/message';
import type { ReviewContext } from './review-context.js';
import type { ReviewedTable } from './reviewed-table.js';

/** The gravest first. */
export const severities = ['error', 'warning', 'info'] as const;

export type Severity = (typeof severities)[number];

type RuleGroup =
  | 'keys'
  | 'types'
  | 'completeness'
  | 'validity'
  | 'distribution'
  | 'consistency'
  | 'totals'
  | 'formulas'
  | 'structure'
  | 'lineage'
  | 'governance'
  | 'accounting';

interface RuleDescription {
  /** In kebab-case; findings refer to it. */
  id: string;
  group: RuleGroup;
  /** The highest that it gives. */
  severity: Severity;
  title: string;
  /** When the rule applies, in a sentence for users. */
  looksAt: string;
}

/** Looks at one table at a time. */
export interface TableRule extends RuleDescription {
  of: 'table';
  find(table: ReviewedTable, context: ReviewContext): Promise<Finding[]>;
}

/** Looks at several tables together, or at more than tables. */
export interface WorkbookRule extends RuleDescription {
  of: 'workbook';
  find(context: ReviewContext): Promise<Finding[]>;
}

export type ReviewRule = TableRule | WorkbookRule;

/** What a rule found, with the query that repeats it; `finding` makes one. */
export interface Finding {
  id: string;
  rule: string;
  severity: Severity;
  table: string;
  column?: string | undefined;
  /** The first rows concerned; absent if the finding is not about rows, such as a missing one. */
  rowIds?: number[] | undefined;
  rowCount: number;
  message: string;
  /** Reports of earlier releases have no codes. */
  code?: string | undefined;
  params?: Params | undefined;
  evidence: Evidence;
  suggestedFix: string;
  fixCode?: string | undefined;
  fixParams?: Params | undefined;
  /** What the model thinks of it, if it was asked to judge. */
  explanation?: string | undefined;
  fixRequest?: FixRequest | undefined;
}

interface Evidence {
  /** Absent if the finding is about nothing in a table, such as a formula of its file. */
  sql?: string;
  /** The first few. */
  rows: Record<string, unknown>[];
  /** The first few cells of a file that the finding is about. */
  cells?: EvidenceCell[];
  /** A request that shows what the finding says, if no query does. */
  request?: { method: string; path: string };
}

export interface EvidenceCell {
  source: string;
  sheet: string;
  /** Its address. */
  cell: string;
  value: unknown;
  formula?: string;
  expected?: string;
}

export interface FixRequest {
  method: string;
  /** Below the workbook. */
  path: string;
  body: unknown;
}
