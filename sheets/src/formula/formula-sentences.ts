const wanted = {
  end: 'the end of the formula or an operator',
  closing: '")"',
  value: 'a value',
  next: '"," or ")"',
} as const;

export type Wanted = keyof typeof wanted;

const notOffered = {
  'changes-by-itself':
    'its value changes by itself, and a stored value must come out the same whenever it is computed',
  'looks-elsewhere': 'a formula column sees only the other columns of its own row',
  'reaches-outside': 'a formula reaches nothing outside its table',
} as const;

export type NotOffered = keyof typeof notOffered;

/** Why a formula cannot be accepted. */
export const formulaSentences = {
  'formula-at': ({ why, at }: { at: number; why: string; why_code: string; why_params: object }) =>
    `${why}, at character ${at}`,
  'formula-column-case': ({ column, names }: { column: string; names: string }) =>
    `${column} may mean ${names}, which differ only in case`,
  'formula-no-column': ({ column }: { column: string }) => `there is no column ${column}`,
  'fix-formula-no-columns': () => 'The table has no column to refer to.',
  'fix-formula-column': ({ nearest }: { nearest: string }) => `Did you mean ${nearest}?`,
  'formula-circle': ({ columns }: { columns: string }) =>
    `formulas refer to each other in a circle: ${columns}`,
  'formula-counts-rest': () => 'it counts the empty rest of a sheet',
  'formula-number-too-large': () => 'the number is too large',
  'formula-open-text': () => 'the text that starts here has no closing quote',
  'formula-unknown-error': () => 'this is not an error value such as #N/A',
  'formula-open-reference': () => 'the column reference that starts here has no closing bracket',
  'formula-empty-reference': () => 'the column reference names no column',
  'formula-letter': ({ letter }: { letter: string }) => `"${letter}" has no meaning here`,
  'formula-too-long': ({ max }: { max: number }) => `it is longer than ${max} bytes`,
  'formula-empty': () => 'it is empty',
  'formula-nested': ({ max }: { max: number }) => `it nests deeper than ${max} levels`,
  'formula-operators': ({ max }: { max: number }) => `it has more than ${max} operators`,
  'formula-names-cell': ({ name }: { name: string }) =>
    `"${name}" is a cell; a formula column refers to the columns of its row, as in [qty]`,
  'formula-bare-name': ({ name }: { name: string }) =>
    `"${name}" is neither a function call nor a column; columns are written [${name}]`,
  'formula-many-arguments': ({ name, max }: { name: string; max: number }) =>
    `${name} has more than ${max} arguments`,
  'formula-ends-early': ({ awaited }: { awaited: Wanted }) => `it ends where ${wanted[awaited]} is wanted`,
  'formula-unexpected': ({ awaited }: { awaited: Wanted }) => `${wanted[awaited]} is wanted here`,
  'formula-computes-range': () => 'it computes a range',
  'formula-not-offered': ({ name, reason }: { name: string; reason: NotOffered }) =>
    `${name} is not offered: ${notOffered[reason]}`,
  'formula-function-unknown': ({ name }: { name: string }) => `there is no function ${name}`,
  'fix-formula-function': ({ nearest }: { nearest: string }) =>
    `Did you mean ${nearest}? The functions are those of Excel.`,
  'formula-arguments': ({
    name,
    min,
    max,
    given,
  }: {
    name: string;
    min: number;
    max: number;
    given: number;
  }) => `${name} takes ${argumentCount(min, max)}, not ${given}`,
  'formula-pairs': ({ name }: { name: string }) => `${name} takes conditions and values in pairs`,
  'formula-range-pairs': () => 'it takes ranges and conditions in pairs',
  'formula-range-sizes': () => 'its ranges do not have the same size',
  'formula-whole-range': () => 'it computes with a range as a whole',
};

/** Functions that take this many take any number. */
const ANY_NUMBER = 254;

function argumentCount(min: number, max: number): string {
  if (min !== max && max < ANY_NUMBER) return `${min} to ${max} arguments`;
  return `${min === max ? min : `at least ${min}`} ${min === 1 ? 'argument' : 'arguments'}`;
}
