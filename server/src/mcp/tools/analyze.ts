import { strictObject } from '@workbook-data-service/contract/common';
import { AnalyzeQuery, SpecSummary } from '@workbook-data-service/contract/parse-spec';
import { SourceParams } from '@workbook-data-service/contract/sources';
import { analyzeSource } from '../../features/structuring/analyze-source.js';
import { specSummaryBody } from '../../present/parse-spec.js';
import { tool } from '../tool.js';

export const analyze = tool({
  name: 'analyze',
  title: 'Find out how a file is to be read',
  description:
    'Proposes again how to read an uploaded file, for one that was uploaded with structuring `staged` or `skip`; corrections made before are discarded, tables stay. Next: `read_parse_spec`, then `materialize`.',
  scope: 'workbooks:write',
  effect: 'writes',
  storesData: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    reading: AnalyzeQuery.properties.reading,
  }),
  output: SpecSummary,
  run: async ({ service, caller }, { workbook_id, source, reading }) => {
    const place = { workbookId: workbook_id, source };
    const { spec } = await analyzeSource(service, caller, place, { reading }, {});
    return { body: specSummaryBody(spec) };
  },
});
