import { Unprintable } from './unprintable.js';

/** Names that xls files store as numbers. */
const names = [
  'Consolidate_Area',
  'Auto_Open',
  'Auto_Close',
  'Extract',
  'Database',
  'Criteria',
  'Print_Area',
  'Print_Titles',
  'Recorder',
  'Data_Form',
  'Auto_Activate',
  'Auto_Deactivate',
  'Sheet_Title',
  '_FilterDatabase',
];

export function builtInName(number: number): string {
  const name = names[number];
  if (name === undefined) throw new Unprintable();
  return name;
}
