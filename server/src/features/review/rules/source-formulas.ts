import type { FileFault } from '../../../workbook/reading/source-files.js';
import { fileFinding } from '../file-finding.js';
import { counted, quoted } from '../message-words.js';
import type { Finding, Severity, WorkbookRule } from '../review-rule.js';
import { reviewedSources } from '../source-reader.js';

interface FaultRule {
  id: string;
  kind: FileFault['kind'];
  group: 'formulas' | 'structure';
  severity: Severity;
  title: string;
  looksAt: string;
  message: (fault: FileFault) => string;
  fix: string;
}

const first = ({ cells }: FileFault) => cells[0] as FileFault['cells'][number];
const place = (fault: FileFault) => `${first(fault).address} of sheet "${fault.sheet}"`;
const others = ({ count }: FileFault) => (count > 1 ? ` (and ${counted(count - 1, 'more such cell')})` : '');

const faultRules: readonly FaultRule[] = [
  {
    id: 'formula-errors',
    kind: 'error_value',
    group: 'formulas',
    severity: 'error',
    title: 'Cells of the file show an error',
    looksAt: 'Cells of xlsx, xls and ods files whose value is #REF!, #DIV/0!, #N/A or another error.',
    message: (fault) =>
      `${place(fault)} shows the error ${first(fault).value}${others(fault)}: the table has no value there.`,
    fix: 'Mend the formulas in the file and upload it as a new revision, or fill in the values here.',
  },
  {
    id: 'formula-unlike-neighbours',
    kind: 'unlike_neighbours',
    group: 'formulas',
    severity: 'warning',
    title: 'A formula differs from the copies around it',
    looksAt:
      'Formulas of the file with two equal ones on each side, in a column or a row, that compute something else.',
    message: (fault) => {
      const { formula, expected } = first(fault);
      return `${place(fault)} has ${formula}, where its neighbours have ${expected}${others(fault)}.`;
    },
    fix: 'Copy the formula of the neighbours into the cell unless the exception is meant; then note why beside it.',
  },
  {
    id: 'constant-among-formulas',
    kind: 'constant_among_formulas',
    group: 'formulas',
    severity: 'warning',
    title: 'A number was typed where its neighbours are computed',
    looksAt:
      'Numbers without a formula between two copies of one formula on each side, in a column or a row of the file.',
    message: (fault) => {
      const { value, expected } = first(fault);
      return `${place(fault)} is the number ${quoted(value)}, where its neighbours compute ${expected}${others(fault)}.`;
    },
    fix: 'Put the formula back, or state the reason for the fixed number beside it.',
  },
  {
    id: 'sum-omits-cells',
    kind: 'sum_omits_cells',
    group: 'formulas',
    severity: 'error',
    title: 'A sum stops before the last of its numbers',
    looksAt: 'Sums of the file with plain numbers between the range that they add and themselves.',
    message: (fault) => {
      const { formula, expected } = first(fault);
      return `${place(fault)} has ${formula} and leaves out ${expected}${others(fault)}.`;
    },
    fix: 'Extend the range of the sum to the last row of the data.',
  },
  {
    id: 'text-in-sum',
    kind: 'text_in_sum',
    group: 'formulas',
    severity: 'error',
    title: 'A sum passes over numbers that are stored as text',
    looksAt: 'Sums of the file whose range has texts that read as numbers beside numbers.',
    message: (fault) =>
      `The sum in ${place(fault)} passes over ${first(fault).expected}, whose numbers are texts${others(fault)}.`,
    fix: 'Turn the texts into numbers in the file; the table has them as numbers already if its column is numeric.',
  },
  {
    id: 'other-files',
    kind: 'other_file',
    group: 'formulas',
    severity: 'info',
    title: 'Formulas refer to other files',
    looksAt: 'Formulas that name cells of another file, whose values are those of the last time it was open.',
    message: (fault) =>
      `${place(fault)} has ${first(fault).formula}, a value of another file${others(fault)}.`,
    fix: 'Upload the other file too, and join its table with SQL, so that the figures stay current.',
  },
  {
    id: 'hidden-values',
    kind: 'hidden_values',
    group: 'structure',
    severity: 'info',
    title: 'Hidden rows or columns have values',
    looksAt:
      'Values in rows and columns of the file that are hidden there, and are rows and columns of the table here.',
    message: (fault) => `${place(fault)} is hidden in the file and has a value${others(fault)}.`,
    fix: 'Check that the hidden lines belong to the data; exclude them with the parse spec if not.',
  },
];

export const sourceFormulaRules: readonly WorkbookRule[] = faultRules.map(
  ({ kind, message, fix, ...description }): WorkbookRule => ({
    ...description,
    of: 'workbook',
    async find(context) {
      const findings: Finding[] = [];
      for (const { source, faults } of await reviewedSources(context))
        for (const fault of faults.filter((one) => one.kind === kind))
          findings.push(
            ...(await fileFinding(context, description, {
              source,
              sheet: fault.sheet,
              cells: fault.cells.map(({ address, ...cell }) => ({ cell: address, ...cell })),
              message: message(fault),
              fix,
            })),
          );
      return findings;
    },
  }),
);
