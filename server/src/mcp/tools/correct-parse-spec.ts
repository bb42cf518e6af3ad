import { Type } from '@sinclair/typebox';
import { strictObject } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { say } from '@workbook-data-service/contract/messages';
import { ParseSpecUpdate, SpecLosses } from '@workbook-data-service/contract/parse-spec';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { problem } from '../../core/problems.js';
import * as structuring from '../../features/structuring/correct-parse-spec.js';
import { readParseSpec } from '../../features/structuring/read-parse-spec.js';
import { lossBody, parseSpecBody, sheetCorrectionOf } from '../../present/parse-spec.js';
import { patchRegions, RegionPatch } from '../patch-regions.js';
import { ShortSpec, shortSpec } from '../short-spec.js';
import { tool } from '../tool.js';

const { accept, answers, reading } = ParseSpecUpdate.properties;
const remove = Type.Optional(
  Type.Array(Type.String({ maxLength: 80 }), {
    maxItems: 1000,
    description: 'Regions or columns, as `r3`, `r1.B`',
  }),
);

export const correctParseSpec = tool({
  name: 'correct_parse_spec',
  description:
    'Changes how a file is read; `losses` is what tables would no longer have. Next: `materialize`. Example: {"regions": [{"id": "r1", "header_rows": [3], "total_rows": [9], "columns": [{"source": "B", "name": "amount", "type": "DOUBLE"}]}], "accept": ["r1.s1"], "answers": {"r1.header3": "yes"}}.',
  scope: 'workbooks:write',
  effect: 'writes',
  showsCells: true,
  storesData: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    regions: Type.Optional(Type.Array(RegionPatch, { maxItems: 1000 })),
    remove,
    accept,
    answers,
    reading,
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: {
    accept: '',
    answers: '',
    remove: 'Regions or columns: `r3`, `r1.B`',
    reading: 'An alternative: `r1.b`',
    regions:
      'What changes. {id, kind: data|title|note, name, range: "A3:F20", header_rows: [3, 4], total_rows, note_rows, skip_rows (in no table), record_rows (rows of one record), row_labels: {"12": "C12"} (labels outside the keys), layout: flat|crosstab|report|form (a label for each value), continues (region whose table takes its rows), made_names: {group: [outermost first], period, value}, columns: [{source: "B", name, type: VARCHAR|BIGINT|DOUBLE|BOOLEAN|DATE|TIME|TIMESTAMP|TIMESTAMPTZ, role: key|attribute|period|value, unit, line (of the record), cell: "B3" and more_cells (of a form), extract: number|hours|null}]}',
  },
  output: Type.Composite([ShortSpec, Type.Object({ losses: SpecLosses })]),
  run: async ({ service, caller }, { workbook_id, source: name, dry_run: dryRun, ...input }) => {
    const { regions = [], remove: removed = [], accept: accepted = [], answers: answered = {} } = input;
    const said = regions.length + removed.length + accepted.length + Object.keys(answered).length;
    if (said === 0 && input.reading === undefined) throw nothingToChange();
    const place = { workbookId: workbook_id, source: name };
    const read = await readParseSpec(service, caller, place);
    const sheets = patchRegions(parseSpecBody(read.source, read.spec).sheets, regions).map(sheetCorrectionOf);
    const decisions = {
      remove: removed,
      describe: [],
      accept: accepted,
      answers: answered,
      reading: input.reading,
    };
    const correction = { specVersion: read.spec.version, sheets, ...decisions };
    const { source, spec, losses } = await structuring.correctParseSpec(service, caller, place, correction, {
      dryRun,
    });
    return { body: { ...shortSpec(parseSpecBody(source, spec)), losses: losses.map(lossBody) } };
  },
});

function nothingToChange() {
  return problem('invalid-request', say('agent-nothing-to-change'));
}
