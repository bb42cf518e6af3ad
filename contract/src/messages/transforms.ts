import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About transforms. */
export const transformsSentences = {
  cycle: ({ tables }: { tables: string }) => `It would be computed from itself: ${tables}.`,
  'python-unset': () => 'Python transforms need the packages "deno" and "pyodide".',
  'fix-python-unset': () => 'Ask the operator to install the optional packages "deno" and "pyodide".',
  'transform-failed': () => 'The transform failed; its owner can see more.',
  'input-failed': ({ table, why }: { table: string } & Why) =>
    `It is computed from "${table}", whose own transform fails: ${why}`,
  'transform-deleted': () => 'The transform was deleted.',
  'transform-changed': ({ transform }: { transform: string }) =>
    `The transform "${transform}" was changed while it ran.`,
  'output-edited': () => 'The output of the transform was edited again and again while it ran.',
  'fix-output-edited': () => 'Run it once the edits have ended.',
  'transform-exists': ({ transform }: { transform: string }) =>
    `The workbook already has a transform "${transform}"; names are case-insensitive.`,
  'transform-unknown': ({ transform }: { transform: string }) =>
    `No transform "${transform}" in this workbook.`,
  'fix-transforms': (_: undefined, { operation }: Edge) =>
    `${operation('listTransforms')} lists the transforms of the workbook.`,
  'transform-reads-other': ({ table }: { table: string }) =>
    `A transform reads its args alone, and "${table}" is none of them.`,
  'transform-parameters': () => 'A transform has no parameters.',
  'fix-transform-parameters': () => 'Write the values into the code.',
  'transform-no-columns': () => 'The transform gives no column besides row ids.',
  'transform-key-unknown': ({ column }: { column: string }) =>
    `The transform gives no column "${column}" that could be its key.`,
  'fix-transform-key': ({ columns }: { columns: string }) => `Its columns are ${columns}.`,
  'transform-input-deleted': ({ placeholder }: { placeholder: string }) =>
    `The table behind {{ ${placeholder} }} was deleted.`,
  'fix-transform-exists': (_: undefined, { operation }: Edge) =>
    `Change it with ${operation('updateTransform', { name: '{id}' })}, or choose another name.`,
  'placeholder-unbound': ({ name, line, column }: { name: string; line: number; column: number }) =>
    `${name} in line ${line}, column ${column} stands for no table.`,
  'fix-placeholder-unbound': ({ name }: { name: string }) => `Bind it: "args": {"${name}": "<table>"}.`,
  'arg-unused': ({ arg }: { arg: string }) => `The code does not use the arg "${arg}".`,
  'fix-arg-unused': ({ arg }: { arg: string }) =>
    `Write {{ ${arg} }} where the code reads the table, or leave the arg out.`,
  'arg-twice': ({ arg }: { arg: string }) => `Two args are called "${arg}", but for upper and lower case.`,
  'fix-arg-twice': () => 'Give them different names.',
  'arg-table-unknown': ({ table, placeholder }: { table: string; placeholder: string }) =>
    `There is no table "${table}" for {{ ${placeholder} }}.`,
  'fix-transform-reads-other': ({ table }: { table: string }) =>
    `Write {{ name }} in its place, and bind it: "args": {"name": ${table}}.`,
  'output-name-invalid': ({ column, why }: { column: number } & Why) =>
    `The name of column ${column} of the output ${why}.`,
  'fix-output-columns': () =>
    'Give the output at least one column, and every column a name. In Python an output without rows is a dict of empty lists.',
  'fix-python-time': () =>
    'Do less in Python: let an SQL transform filter, join or aggregate first, and read its table.',
  'fix-python-output': () =>
    'Leave a list of dicts, a dict of equally long lists or a table in `output`; each column holds values of one type, or None.',
};
