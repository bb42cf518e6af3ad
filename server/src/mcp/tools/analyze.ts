import { strictObject } from '@workbook-data-service/contract/common';
import { AnalyzeQuery, SpecSummary } from '@workbook-data-service/contract/parse-spec';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { analyzeSource } from '../../features/structuring/analyze-source.js';
import { specSummaryBody } from '../../present/parse-spec.js';
import { tool } from '../tool.js';

export const analyze = tool({
  name: 'analyze',
  description:
    'Proposes anew how to read a file, without its corrections; tables stay. Needed after `staged` or `skip`. Next: `read_parse_spec`.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    reading: AnalyzeQuery.properties.reading,
  }),
  notes: { reading: '' },
  output: SpecSummary,
  run: async ({ service, caller }, { workbook_id, source, reading }) => {
    const place = { workbookId: workbook_id, source };
    const { spec } = await analyzeSource(service, caller, place, { reading }, {});
    return { body: specSummaryBody(spec) };
  },
});
