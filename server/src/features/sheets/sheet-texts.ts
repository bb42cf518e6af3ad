import { type ReportLabels, reportLabels } from '../../core/report-texts.js';
import type { ResolvedBlock } from './resolve-sheet.js';

/** The words of a report, in the language of its sheet. */
export function sheetWords(title: string | null, blocks: readonly ResolvedBlock[]): ReportLabels {
  return reportLabels(textsOf(title, blocks));
}

/** When the data of a report was read. */
export function asOfNow(words: ReportLabels): string {
  return words.asOf(`${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`);
}

function* textsOf(title: string | null, blocks: readonly ResolvedBlock[]): Iterable<string | null> {
  yield title;
  for (const block of blocks) {
    if (block.kind === 'heading') yield block.text;
    if (block.kind === 'table') for (const { name } of block.columns) yield name;
  }
}
