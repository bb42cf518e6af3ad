import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { derivedColumns } from '../../../core/derived-columns.js';
import { bindSql } from '../../../core/transform-template.js';
import { retryingLostFiles } from '../../retry-lost-files.js';
import { requireSize } from '../../store-result-file.js';
import { storeSegment } from '../../store-segment.js';
import { storesOf } from '../../stores.js';
import type { TransformPlan, TransformSpec } from '../../transforms/transform-plan.js';
import { quotingOriginalCode, refuseOtherTables, statement } from '../../transforms/transform-statement.js';
import type { WorkbookData } from '../../workbook-data.js';
import { cellsToCarry, overridesToCarry, withComputed } from '../../writing/carry-overrides.js';
import type { ComputedTable } from '../../writing/write-run.js';
import { lineageOf, lineageOfAnything, numberFormatOf } from './lineage-of.js';
import { outputColumns } from './output-columns.js';
import { inputsOf, runSignature } from './transform-inputs.js';

/** Checks the code like any query, and plans it over its inputs only. */
export async function planSql(data: WorkbookData, spec: TransformSpec): Promise<TransformPlan> {
  const { catalog, engine, queryTimeoutMs: deadlineMs } = storesOf(data);
  const inputs = await inputsOf(catalog.db, spec);
  await refuseOtherTables(engine, spec);
  const output = { kind: 'describe', lineage: true } as const;
  const described = await quotingOriginalCode(spec, () =>
    engine.read({ ...statement(spec, inputs), output, deadlineMs }),
  );
  const derived = derivedColumns(described.columns);
  const columns = await outputColumns(catalog.db, spec, derived, ({ position }) =>
    numberFormatOf(described.lineage?.columns[position]?.kindOf, inputs),
  );
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
export const computeSql = retryingLostFiles(
  async (data: WorkbookData, plan: TransformPlan): Promise<ComputedTable> => {
    const stores = storesOf(data);
    const { catalog, engine, queryTimeoutMs: deadlineMs } = stores;
    const { spec, inputs, stored, key } = plan;
    const carried = await overridesToCarry(catalog.db, spec.outputTableId, plan.columns);
    const { sorts } = await engine.inspect(spec.workbookId, bindSql(spec.code));
    const path = join(engine.outDir, `${randomUUID()}.parquet`);
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
      const { rowCount, computedRows = '[]' } = await quotingOriginalCode(spec, () =>
        engine.read({ ...statement(spec, inputs), output, deadlineMs }),
      );
      await requireSize(path);
      const segment = await storeSegment(stores, spec.workbookId, path);
      return { plan, segment, rowCount, overrides: withComputed(carried, computedRows) };
    } catch (error) {
      // A process that was killed while writing leaves a partial file.
      await rm(path, { force: true });
      throw error;
    }
  },
);
