import { say } from '@workbook-data-service/contract/messages';
import type { CommitOptions } from '../../catalog/change.js';
import { fieldError, problem } from '../../core/problems.js';
import type { ReadableTable } from '../../workbook/governance/governed-tables.js';
import { findMatchingRows, MAX_MATCHES } from '../../workbook/reading/find-matching-rows.js';
import type { Caller } from '../caller.js';
import type { ColumnPlace } from '../places.js';
import type { Service } from '../service.js';
import type { CastRow } from './cast-rows.js';
import { type EditInput, editTable } from './edit-table.js';
import { requireTexts } from './text-column.js';
import { planUpsert } from './upsert-rows.js';
import type { UpsertedRows } from './upserted-rows.js';
import { writableColumn } from './writable-table.js';

interface ReplacedValue {
  from: string;
  /** Null empties the cells. */
  to: string | null;
}

interface ReplaceInput extends EditInput {
  replacements: ReplacedValue[];
}

/** Replaces values of a text column wherever they are, all or nothing, as one version of the table. */
export async function replaceValues(
  service: Service,
  caller: Caller,
  { workbookId, table: name, column: columnName }: ColumnPlace,
  input: ReplaceInput,
  commit: CommitOptions,
): Promise<UpsertedRows> {
  const { replacements, expectedVersion } = input;
  refuseRepeats(replacements);
  const find = () => service.data.as(caller).table(workbookId, name);
  const plan = async (table: ReadableTable) => {
    const column = writableColumn(table, columnName, '/column');
    requireTexts(column);
    const wanted = replacements.map(({ from }) => ({ [column.id]: from }));
    const found = await findMatchingRows(service.data, table, [column], wanted);
    const rows = replacements.flatMap(({ to }, i) =>
      (found[i] ?? []).map((rowId): CastRow => ({ rowId, cells: { [column.id]: to } })),
    );
    refuseCount(rows.length);
    const operation = {
      operation: 'replaceValues',
      input: { column: column.name, replacements, expectedVersion },
    } as const;
    return await planUpsert(service, table, rows, { ...input, operation, isBound: true });
  };
  return await editTable(service, caller, input, { find, plan }, commit);
}

function refuseRepeats(replacements: readonly ReplacedValue[]): void {
  const seen = new Set<string>();
  replacements.forEach(({ from }, i) => {
    if (seen.has(from))
      throw problem('invalid-request', say('value-replaced-twice', { value: from }), {
        fix: say('fix-value-replaced-twice'),
        members: { errors: [fieldError(`/replacements/${i}/from`, say('value-listed-twice'))] },
      });
    seen.add(from);
  });
}

function refuseCount(rows: number): void {
  if (rows === 0)
    throw problem('invalid-request', say('values-in-no-row'), { fix: say('fix-values-in-no-row') });
  if (rows >= MAX_MATCHES)
    throw problem('invalid-request', say('values-in-too-many-rows', { max: MAX_MATCHES }), {
      fix: say('fix-values-in-too-many-rows'),
    });
}
