export type ColumnKind = 'number' | 'moment' | 'text' | 'other' | 'json';

/** What can be computed with the values of a column: numbers of any type are alike, and so are dates and timestamps. */
export function columnKind(type: string): ColumnKind {
  switch (type) {
    case 'JSON':
      return 'json';
    case 'VARCHAR':
      return 'text';
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return 'moment';
    case 'BOOLEAN':
    case 'TIME':
      return 'other';
    default:
      return 'number';
  }
}
