import { Select } from '../ui/field.js';
import { useTypeName } from './type-names.js';

/** The types that people choose from; others come with files and transforms. */
const offered = [
  'VARCHAR',
  'BIGINT',
  'DOUBLE',
  'DECIMAL(18,2)',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'JSON',
];

/** Chooses the type of a column, in a form, as `type`. */
export function TypeField({ label, type = 'VARCHAR' }: { label: string; type?: string }) {
  const nameOf = useTypeName();
  const known = offered.includes(type) ? offered : [type, ...offered];
  return (
    <Select label={label} name="type" defaultValue={type}>
      {known.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </Select>
  );
}
