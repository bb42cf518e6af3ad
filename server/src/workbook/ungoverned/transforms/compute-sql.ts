import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../../blobs/blob-store.js';
import type { Db } from '../../../catalog/db.js';
import { derivedColumns } from '../../../core/derived-columns.js';
import { Problem, problem } from '../../../core/problems.js';
import { bindSql, inputName, unbind } from '../../../core/transform-template.js';
import type { Engine, EngineRead } from '../../../engine/engine.js';
import { relationOf } from '../../governance/governed-tables.js';
import { keepFile } from '../../keep-file.js';
import { cellsToCarry, overridesToCarry, withComputed } from '../../writing/carry-overrides.js';
import { lineageOf, lineageOfAnything } from './lineage-of.js';
import { outputColumns } from './output-columns.js';
import { inputsOf, runSignature } from './transform-inputs.js';
import type { ComputedTable, PlannedInput, TransformPlan, TransformSpec } from './transform-plan.js';

/** Checks the code as any query is checked, and plans it over its inputs and nothing else. */
export async function planSql(
  deps: { db: Db; engine: Engine },
  spec: TransformSpec,
  deadlineMs: number,
): Promise<TransformPlan> {
  const inputs = await inputsOf(deps.db, spec);
  await refuseOthers(deps.engine, spec);
  const output = { kind: 'describe', lineage: true } as const;
  const described = await inItsWords(spec, () =>
    deps.engine.read({ ...statement(spec, inputs), output, deadlineMs }),
  );
  const columns = await outputColumns(deps.db, spec, derivedColumns(described.columns));
  return {
    spec,
    inputs,
    ...columns,
    lineage: described.lineage
      ? lineageOf(described.lineage, columns.stored, inputs)
      : lineageOfAnything(columns.stored, inputs),
    signature: runSignature(spec, inputs),
  };
}

/** Runs planned SQL into a segment. */
export async function computeSql(
  deps: { db: Db; engine: Engine; blobs: BlobStore },
  plan: TransformPlan,
  deadlineMs: number,
): Promise<ComputedTable> {
  const { spec, inputs, stored, key } = plan;
  const carried = await overridesToCarry(deps.db, spec.outputTableId, plan.columns);
  const { sorts } = await deps.engine.inspect(spec.workbookId, bindSql(spec.code));
  const path = join(deps.engine.outDir, `${randomUUID()}.parquet`);
  const output = {
    kind: 'segment',
    path,
    columns: stored,
    key,
    salt: spec.rowSalt,
    overrides: cellsToCarry(carried),
    byRowId: sorts,
  } as const;
  try {
    const { rowCount, beneath = '[]' } = await inItsWords(spec, () =>
      deps.engine.read({ ...statement(spec, inputs), output, deadlineMs }),
    );
    const segment = await keepFile(deps.blobs, path);
    return { plan, segment, rowCount, overrides: withComputed(carried, beneath) };
  } catch (error) {
    // A process that was ended while it wrote leaves half a file.
    await rm(path, { force: true });
    throw error;
  }
}

/** The code over its inputs, under the names that it knows them by. */
export function statement(
  { workbookId, code }: Pick<TransformSpec, 'workbookId' | 'code'>,
  inputs: readonly PlannedInput[],
): Pick<EngineRead, 'workbookId' | 'relations' | 'sql'> {
  const relations = inputs.map(({ placeholder, table }) => relationOf(table, inputName(placeholder)));
  return { workbookId, relations, sql: bindSql(code) };
}

/** What a transform reads is what its lineage says, so it can name no table by any other way than a placeholder. */
export async function refuseOthers(
  engine: Engine,
  { workbookId, code, args }: Pick<TransformSpec, 'workbookId' | 'code' | 'args'>,
): Promise<void> {
  const inspection = await inItsWords({ code }, () => engine.inspect(workbookId, bindSql(code)));
  const known = new Set(Object.keys(args).map(inputName));
  const other = inspection.tables.find((name) => !known.has(name));
  if (other !== undefined) {
    throw problem('sql-refused', `A transform reads its args alone, and "${other}" is none of them.`, {
      fix: `Write {{ name }} in its place, and bind it: "args": {"name": ${JSON.stringify(other)}}.`,
    });
  }
  if (inspection.parameters.length > 0) {
    throw problem('sql-refused', 'A transform has no parameters.', {
      fix: 'Write the values into the code.',
    });
  }
}

/** An error quotes the code as its author wrote it. */
async function inItsWords<T>({ code }: Pick<TransformSpec, 'code'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { slug, fix, members } = error;
    throw problem(slug, unbind(error.detail, code), { fix, members });
  }
}
