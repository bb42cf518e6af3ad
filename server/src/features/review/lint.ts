import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { Problem, type ProblemSlug } from '../../core/problems.js';
import type { Viewer } from '../../workbook/governance/governed-tables.js';
import type { Service } from '../service.js';
import { type ContextOptions, ReviewContext, type Skipped, type TableToReview } from './review-context.js';
import { type Finding, severities } from './review-rule.js';
import type { ReviewedTable } from './reviewed-table.js';
import { reviewRules } from './rules/index.js';

export interface ReviewReport {
  mode: 'lint' | 'agent';
  findings: Finding[];
  coverage: {
    tables: { name: string; editVersion: number; rowCount: number }[];
    rules: string[];
    rowsExamined: number;
    skipped: Skipped[];
  };
}

/** A reader stops long before. */
const MAX_FINDINGS = 500;
/** Findings of one rule in one table beyond this number add nothing. */
const MAX_OF_RULE = 5;
/** Of one rule in all tables. */
const MAX_NOTES = 20;
/** Each statement uses all cores; a second one fills the gaps. */
const TABLES_AT_ONCE = 2;
/** Limits of the engine that one rule may run into without the others. */
const LIMITS: readonly ProblemSlug[] = ['query-timeout', 'query-too-large', 'sql-failed'];

export interface LintOptions extends ContextOptions {
  /** Tables that were not to be reviewed, and why. */
  leftOut?: readonly Skipped[] | undefined;
  onProgress?: ((percent: number) => void) | undefined;
}

/** Applies every rule to the tables, in an order that depends on nothing but them. */
export async function lint(service: Service, viewer: Viewer, options: LintOptions): Promise<ReviewReport> {
  const { tables, onProgress } = options;
  const context = new ReviewContext(service, viewer, options);
  context.skipped.push(...(options.leftOut ?? []));
  const findings: Finding[] = [];
  const reviewed: ReviewedTable[] = [];
  let done = 0;
  const reviewTable = async (one: TableToReview, index: number) => {
    const { name } = one.table.record;
    const figured = await withinLimits(context, say('skipped-table', { table: name }), () =>
      context.take(one, index),
    );
    if (figured) {
      reviewed.push(figured);
      for (const rule of reviewRules) {
        if (rule.of !== 'table') continue;
        const what = { rule: rule.id, table: figured.name };
        const found = await withinLimits(context, say('skipped-rule', what), () =>
          rule.find(figured, context),
        );
        findings.push(...atMost(context, what, found ?? []));
      }
    }
    done += 1;
    onProgress?.(Math.floor((done / tables.length) * 90));
  };
  await inTurns(tables, TABLES_AT_ONCE, reviewTable);
  context.tables.push(...reviewed.sort((a, b) => a.index - b.index));
  for (const rule of reviewRules) {
    if (rule.of !== 'workbook') continue;
    const what = say('skipped-rule', { rule: rule.id, table: null });
    findings.push(...((await withinLimits(context, what, () => rule.find(context))) ?? []));
  }
  return reportOf(context, findings);
}

function reportOf(context: ReviewContext, findings: Finding[]): ReviewReport {
  const { tables, skipped } = context;
  const ordered = withoutRepeatedNotes(context, inOrder(findings, tables));
  if (ordered.length > MAX_FINDINGS)
    context.skip(
      say('skipped-findings', { count: ordered.length - MAX_FINDINGS }),
      say('why-most-important', { shown: MAX_FINDINGS }),
    );
  return {
    mode: 'lint',
    findings: ordered.slice(0, MAX_FINDINGS),
    coverage: {
      tables: tables.map(({ name, table }) => ({
        name,
        editVersion: table.version,
        rowCount: table.rowCount,
      })),
      rules: reviewRules.map(({ id }) => id),
      rowsExamined: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
      skipped: [...skipped].sort((a, b) => compare(a.what, b.what)),
    },
  };
}

function atMost(context: ReviewContext, what: { rule: string; table: string }, found: Finding[]): Finding[] {
  const count = found.length - MAX_OF_RULE;
  if (count > 0)
    context.skip(
      say('skipped-findings-of-rule', { ...what, count }),
      say('why-first', { shown: MAX_OF_RULE }),
    );
  return found.slice(0, MAX_OF_RULE);
}

/** The same note on many tables is read for the first ones. */
function withoutRepeatedNotes(context: ReviewContext, findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ rule, severity }) => {
    if (severity !== 'info') return true;
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= MAX_NOTES;
  });
  for (const [rule, count] of counts)
    if (count > MAX_NOTES)
      context.skip(
        say('skipped-notes-of-rule', { count: count - MAX_NOTES, rule }),
        say('why-first-of-all', { shown: MAX_NOTES }),
      );
  return kept;
}

/** Undefined if the work exceeded a limit of the engine, which `coverage` then says. */
async function withinLimits<Result>(
  context: ReviewContext,
  what: Message,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !LIMITS.includes(error.slug)) throw error;
    context.skip(what, error.said.detail);
    return undefined;
  }
}

function inOrder(findings: readonly Finding[], tables: readonly ReviewedTable[]): Finding[] {
  const tableOrder = new Map(tables.map(({ name }, index) => [name, index]));
  const ruleOrder = new Map(reviewRules.map(({ id }, index) => [id, index]));
  const columnOrder = new Map(
    tables.map(({ name, columns }) => [name, new Map(columns.map((column) => [column.name, column.index]))]),
  );
  const place = ({ severity, table, rule, column, rowIds }: Finding) => [
    severities.indexOf(severity),
    tableOrder.get(table) ?? 0,
    ruleOrder.get(rule) ?? 0,
    column === undefined ? -1 : (columnOrder.get(table)?.get(column) ?? 0),
    rowIds?.[0] ?? 0,
  ];
  const placed = findings.map((finding) => ({ finding, at: place(finding) }));
  placed.sort((a, b) => {
    const differing = a.at.findIndex((part, i) => part !== b.at[i]);
    // Otherwise as the rule found them, which for the cells of a file is the order in which they are read.
    return differing < 0 ? 0 : (a.at[differing] ?? 0) - (b.at[differing] ?? 0);
  });
  return placed.map(({ finding }) => finding);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
