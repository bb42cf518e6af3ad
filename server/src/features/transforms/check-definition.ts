import { randomBytes } from 'node:crypto';
import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { nameFault } from '@workbook-data-service/sheets/names';
import type { Db } from '../../catalog/db.js';
import { findTable, type TableRecord } from '../../catalog/tables.js';
import { dependenciesOf } from '../../catalog/transforms.js';
import { refuseName } from '../../core/given-names.js';
import { fieldError, type Problem, problem } from '../../core/problems.js';
import { pathBetween } from '../../core/table-graph.js';
import { placeholdersOf } from '../../core/transform-template.js';
import type { TransformSpec } from '../../workbook/transforms/transform-plan.js';
import type { Caller } from '../caller.js';
import { checkTableName } from '../tables/create-table.js';

/** A transform as its author writes it. */
export interface TransformInput {
  name: string;
  kind: 'sql' | 'python';
  code: string;
  /** Names or ids of tables, by placeholder. */
  args: Record<string, string>;
  /** The name of the derived table. */
  output: string;
  key?: string[] | null | undefined;
  description?: string | null | undefined;
  /** Whether to run it at once, which is the default. */
  run: boolean;
}

/** Checks code and args against each other and against the workbook. The caller owns the resulting spec. */
export async function checkDefinition(
  db: Db,
  caller: Caller,
  workbookId: string,
  input: TransformInput,
  existing?: { output_table_id: string; row_salt?: string },
): Promise<TransformSpec> {
  refuseName(nameFault(input.name), '/name');
  checkTableName(input.output, '/output');
  checkPlaceholders(input);
  const tables = await argTables(db, workbookId, input.args);
  const output = existing?.output_table_id ?? (await findTable(db, workbookId, input.output))?.id;
  if (output !== undefined) await refuseCycle(db, workbookId, output, tables);
  return {
    workbookId,
    kind: input.kind,
    ownerId: caller.userId,
    code: input.code,
    args: Object.fromEntries([...tables].map(([placeholder, { id }]) => [placeholder, id])),
    key: input.key ?? null,
    rowSalt: existing?.row_salt ?? randomBytes(16).toString('hex'),
    outputTableId: existing?.output_table_id,
  };
}

/** Every placeholder must be bound by an arg, and every arg used by a placeholder. */
function checkPlaceholders({ code, args }: TransformInput): void {
  const names = Object.keys(args);
  const used = placeholdersOf(code);
  const unbound = used.find(({ name }) => !names.includes(name));
  if (unbound) {
    const { text, line, column } = unbound;
    throw invalid(say('placeholder-unbound', { name: text, line, column }), {
      path: '/code',
      fault: say('placeholder-not-bound', { placeholder: text }),
      fix: say('fix-placeholder-unbound', { name: unbound.name }),
      members: { line, column },
    });
  }
  const unused = names.find((name) => !used.some((placeholder) => placeholder.name === name));
  if (unused !== undefined) {
    throw invalid(say('arg-unused', { arg: unused }), {
      path: `/args/${unused}`,
      fault: say('arg-not-used'),
      fix: say('fix-arg-unused', { arg: unused }),
    });
  }
  const twin = names.find((name, i) =>
    names.slice(0, i).some((other) => other.toLowerCase() === name.toLowerCase()),
  );
  if (twin !== undefined) {
    throw invalid(say('arg-twice', { arg: twin }), {
      path: `/args/${twin}`,
      fault: say('field-repeated-name'),
      fix: say('fix-arg-twice'),
    });
  }
}

async function argTables(
  db: Db,
  workbookId: string,
  args: Record<string, string>,
): Promise<Map<string, TableRecord>> {
  const tables = new Map<string, TableRecord>();
  for (const [placeholder, name] of Object.entries(args)) {
    const table = await findTable(db, workbookId, name);
    if (!table) {
      throw invalid(say('arg-table-unknown', { table: name, placeholder }), {
        path: `/args/${placeholder}`,
        fault: say('arg-no-table', { table: name }),
        fix: say('fix-workbook-tables'),
      });
    }
    tables.set(placeholder, table);
  }
  return tables;
}

async function refuseCycle(
  db: Db,
  workbookId: string,
  outputId: string,
  inputs: ReadonlyMap<string, TableRecord>,
): Promise<void> {
  const dependencies = await dependenciesOf(db, workbookId);
  for (const { id } of inputs.values()) {
    const path = pathBetween(outputId, id, dependencies);
    if (!path) continue;
    const rows = await db.selectFrom('tables').select(['id', 'name']).where('id', 'in', path).execute();
    const names = [...path, outputId].map((one) => rows.find((row) => row.id === one)?.name ?? one);
    throw problem('lineage-cycle', say('cycle', { tables: names.join(' → ') }), {
      members: { cycle: names },
    });
  }
}

function invalid(
  detail: Message,
  more: { path: string; fault: Message; fix: Message; members?: Record<string, unknown> },
): Problem {
  const { path, fault, fix, members } = more;
  return problem('invalid-request', detail, {
    fix,
    members: { errors: [fieldError(path, fault)], ...members },
  });
}
