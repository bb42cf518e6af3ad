import { Type } from '@sinclair/typebox';
import { nullable } from '@workbook-data-service/contract/common';
import { withDefault } from '@workbook-data-service/contract/defaults';

/** The input by which a tool shows a wide table a part at a time. */
export const ColumnsOffset = withDefault(Type.Integer({ minimum: 0 }), 0);

export const NextColumnsOffset = nullable(Type.Integer());

export function pageOfColumns<Column>(columns: readonly Column[], offset: number, most: number) {
  const end = offset + most;
  return { shown: columns.slice(offset, end), next: end < columns.length ? end : null };
}
