import { Type } from '@sinclair/typebox';
import { nullable, optionalNullable, TableParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';

/** The fields by which tools name a table. */
export const tableInput = {
  workbook_id: TableParams.properties.workbook_id,
  table: TableParams.properties.name,
};

/** The fields of every tool that changes rows. */
export const editInput = {
  expected_version: nullable(Type.Integer({ minimum: 1, description: 'The `edit_version` read, or null' })),
  dry_run: DryRunQuery.properties.dry_run,
};

/** The field by which tools read the past: models write a number as a number. */
export const asOfInput = optionalNullable(
  Type.Union([Type.String({ maxLength: 300 }), Type.Integer({ minimum: 1 })], {
    description: 'Version label, snapshot id or edit_version',
  }),
);

export const momentOf = (asOf: string | number | null | undefined): string | undefined =>
  asOf === undefined || asOf === null ? undefined : String(asOf);
