import { ROW_ID } from '@workbook-data-service/sheets/values';
import type { GovernedTable } from '../../workbook/governance/governed-tables.js';

/** The JSON schema of one row to write: every cell may be null, and no other properties are allowed. */
export function rowJsonSchema(table: GovernedTable) {
  const cells = table.columns.map(({ name, type, description, formula }) => [
    name,
    { ...cellSchema(type), ...(description && { description }), ...(formula && { readOnly: true }) },
  ]);
  const rowId = { type: ['integer', 'null'], description: 'Absent: insert a row. Present: update that row.' };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: table.record.name,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries([...cells, [ROW_ID, rowId]]),
  };
}

function cellSchema(type: string): Record<string, unknown> {
  switch (type) {
    case 'BIGINT':
    case 'INTEGER':
      return { type: ['integer', 'string', 'null'], pattern: '^-?[0-9]+$' };
    case 'DOUBLE':
      return { type: ['number', 'null'] };
    case 'BOOLEAN':
      return { type: ['boolean', 'null'] };
    case 'DATE':
      return { type: ['string', 'null'], format: 'date' };
    case 'TIME':
      return { type: ['string', 'null'] };
    case 'TIMESTAMP':
      return { type: ['string', 'null'], description: 'ISO 8601, without an offset' };
    case 'TIMESTAMPTZ':
      return { type: ['string', 'null'], format: 'date-time' };
    case 'JSON':
      return {};
    default:
      return type.startsWith('DECIMAL')
        ? { type: ['number', 'string', 'null'] }
        : { type: ['string', 'null'] };
  }
}
