import type { ReshapeStep } from './plan.js';
import type { Table } from './table.js';

/** What a step would do to a table, and why, in a sentence for the person who decides; `evidence` is a clause. */
export function explainStep({ header }: Table, step: ReshapeStep, evidence: string): string {
  const name = (column: number) => `"${header[column]?.text ?? ''}"`;
  switch (step.operator) {
    case 'stack':
      return `${named(step.columns.map(name))}: ${evidence}. Turn these columns into rows.`;
    case 'wide_to_long': {
      const variables = distinct(step.columns.map(({ variable }) => `"${variable}"`));
      const labels = distinct(step.columns.map(({ label }) => `"${label}"`));
      return `${named(variables)} repeat for ${named(labels)}: make a row for each of the latter.`;
    }
    case 'subtitle':
      return `In ${name(step.column)} ${evidence}: repeat that label beside the rows below it.`;
    case 'ffill':
      return `From ${name(0)} to ${name(step.last)} ${evidence}: fill the blanks with the label above.`;
    case 'transpose':
      return `${capitalized(evidence)}: exchange rows and columns, so that ${name(0)} names the columns.`;
    case 'pivot':
      return `${capitalized(evidence)}: make each ${step.period} lines one row.`;
    case 'explode':
      return `${capitalized(evidence)}: make a row for each piece between ${JSON.stringify(step.delimiter)}.`;
  }
}

const maxNamed = 6;

function named(items: readonly string[]): string {
  if (items.length <= maxNamed) return items.join(', ');
  return `${items.slice(0, maxNamed - 2).join(', ')}, … ${items.at(-1)}`;
}

const distinct = (items: readonly string[]) => [...new Set(items)];
const capitalized = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
