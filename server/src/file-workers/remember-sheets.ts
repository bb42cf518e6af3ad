import { rememberSheet, ruledSheet } from '@workbook-data-service/structure';
import type { RegionSpec, RememberedSheet, SheetSpec } from '@workbook-data-service/structure/parse-spec';
import { type KnownFile, readLastFile } from './last-file.js';
import { baseNameOf, SpecProposer, sheetNamed } from './spec-of-file.js';

export interface RememberRequest extends KnownFile {
  specs: SheetSpec[];
  /** By default only sheets that are read otherwise than structuring proposes. */
  all?: boolean | undefined;
}

/** What is to be remembered of how the sheets of a file were read. */
export async function rememberSheets({
  specs,
  all,
  ...request
}: RememberRequest): Promise<RememberedSheet[]> {
  const file = await readLastFile(request);
  const { dialect, sheets } = file;
  const { filename } = request;
  const rules = [...new Set(specs.flatMap((spec) => spec.rules ?? []))];
  const proposer = new SpecProposer(filename, dialect, { readings: null, rules });
  const filled = proposer.wanted(sheets).filter(({ rowCount }) => rowCount > 0).length;
  return specs.flatMap((kept) => {
    if (kept.usedRange === null) return [];
    const given = sheetNamed(file, kept.name);
    // Afresh: what an earlier reading decided is to be remembered too.
    const proposed = proposer.propose(given, baseNameOf(filename, given, filled));
    if (!all && saidOf(proposed) === saidOf(kept)) return [];
    const { sheet } = ruledSheet(given, kept.rules ?? []);
    return rememberSheet({ sheet, dialect, filename, proposed, kept }) ?? [];
  });
}

/** What is decided about the regions of a sheet, whoever decided it. */
function saidOf({ regions }: SheetSpec): string {
  return JSON.stringify(
    regions
      .map(({ id, confidence, reasons, doubts, questions = [], suggestions, ...said }: RegionSpec) => ({
        ...said,
        asked: questions.length,
      }))
      .sort((a, b) => a.range.top - b.range.top || a.range.left - b.range.left)
      .map((region) => Object.entries(region).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}
