import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { quotable } from '@workbook-data-service/contract/messages/words';
import type { FileFault } from '../../../workbook/reading/source-files.js';
import { fileFinding } from '../file-finding.js';
import type { Finding, Severity, WorkbookRule } from '../review-rule.js';
import { reviewedSources } from '../source-reader.js';

interface FaultRule {
  id: string;
  kind: FileFault['kind'];
  group: 'formulas' | 'structure';
  severity: Severity;
  title: string;
  looksAt: string;
  message: (fault: FileFault) => Message;
  fix: Message;
}

const first = ({ cells }: FileFault) => cells[0] as FileFault['cells'][number];
const place = (fault: FileFault) => ({
  cell: first(fault).address,
  sheet: fault.sheet,
  others: fault.count - 1,
});

const faultRules: readonly FaultRule[] = [
  {
    id: 'formula-errors',
    kind: 'error_value',
    group: 'formulas',
    severity: 'error',
    title: 'Cells of the file show an error',
    looksAt: 'Cells of xlsx, xls and ods files whose value is #REF!, #DIV/0!, #N/A or another error.',
    message: (fault) => say('found-formula-error', { ...place(fault), error: String(first(fault).value) }),
    fix: say('mend-formula-error'),
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
      const { formula = '', expected = '' } = first(fault);
      return say('found-formula-unlike-neighbours', { ...place(fault), formula, expected });
    },
    fix: say('mend-formula-unlike-neighbours'),
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
      const { value, expected = '' } = first(fault);
      return say('found-constant-among-formulas', { ...place(fault), value: quotable(value), expected });
    },
    fix: say('mend-constant-among-formulas'),
  },
  {
    id: 'sum-omits-cells',
    kind: 'sum_omits_cells',
    group: 'formulas',
    severity: 'error',
    title: 'A sum leaves out the first or last of its numbers',
    looksAt:
      'Sums of the file with plain numbers between the range that they add and themselves, or before it where the sum beside ' +
      'begins earlier.',
    message: (fault) => {
      const { formula = '', expected = '' } = first(fault);
      return say('found-sum-omits-cells', { ...place(fault), formula, expected });
    },
    fix: say('mend-sum-omits-cells'),
  },
  {
    id: 'text-in-sum',
    kind: 'text_in_sum',
    group: 'formulas',
    severity: 'error',
    title: 'A sum passes over numbers that are stored as text',
    looksAt: 'Sums of the file whose range has texts that read as numbers beside numbers.',
    message: (fault) => say('found-text-in-sum', { ...place(fault), expected: first(fault).expected ?? '' }),
    fix: say('mend-text-in-sum'),
  },
  {
    id: 'other-files',
    kind: 'other_file',
    group: 'formulas',
    severity: 'info',
    title: 'Formulas refer to other files',
    looksAt: 'Formulas that name cells of another file, whose values are those of the last time it was open.',
    message: (fault) => say('found-other-file', { ...place(fault), formula: first(fault).formula ?? '' }),
    fix: say('mend-other-file'),
  },
  {
    id: 'hidden-values',
    kind: 'hidden_values',
    group: 'structure',
    severity: 'info',
    title: 'Hidden rows or columns have values',
    looksAt:
      'Values in rows and columns of the file that are hidden there, and are rows and columns of the table here.',
    message: (fault) => say('found-hidden-values', place(fault)),
    fix: say('mend-hidden-values'),
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
