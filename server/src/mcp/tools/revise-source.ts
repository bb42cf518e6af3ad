import { Type } from '@sinclair/typebox';
import { nullable, strictObject } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import { KeptEdit, RevisedTable } from '@workbook-data-service/contract/revise';
import { SourceParams } from '@workbook-data-service/contract/sources';
import * as revising from '../../features/revising/revise-source.js';
import { revisedSourceBody } from '../../present/revise.js';
import { fileInput, takeFile } from '../file-input.js';
import { shortenedCell } from '../shorten.js';
import { tool } from '../tool.js';

const MAX_SHOWN = 20;

export const reviseSource = tool({
  name: 'revise_source',
  description:
    "Gives the tables of a file its newer version (sent as to `upload`): row ids and people's edits stay (`kept_edits`), new sheets become tables, missing ones are archived. `dry_run` first.",
  scope: 'workbooks:write',
  effect: 'deletes',
  storesData: true,
  showsCells: true,
  input: strictObject({
    workbook_id: SourceParams.properties.workbook_id,
    source: SourceParams.properties.source_name,
    ...fileInput,
    dry_run: DryRunQuery.properties.dry_run,
  }),
  notes: { url: '' },
  output: Type.Object({
    source: Type.String(),
    unchanged: Type.Boolean(),
    revision: Type.Integer(),
    tables: Type.Array(Type.Omit(RevisedTable, ['artifact_id'])),
    kept_edits: Type.Array(KeptEdit),
    kept_edit_count: Type.Integer(),
    archived: Type.Array(Type.String()),
    op_id: nullable(Type.Integer()),
    dry_run: Type.Boolean(),
  }),
  run: async (context, { workbook_id, source: name, dry_run: dryRun, ...given }) => {
    const place = { workbookId: workbook_id, source: name };
    const { file, commit } = await takeFile(context, workbook_id, given);
    const revised = await revising.reviseSource(
      context.service,
      context.caller,
      place,
      { file, dryRun },
      commit,
    );
    const { source, artifacts: _, tables, kept_edits, ...body } = revisedSourceBody(revised);
    return {
      body: {
        source: source.name,
        ...body,
        tables: tables.map(({ artifact_id: __, ...table }) => table),
        kept_edits: kept_edits.slice(0, MAX_SHOWN).map((edit) => ({
          ...edit,
          kept: shortenedCell(edit.kept),
          incoming: shortenedCell(edit.incoming),
        })),
      },
    };
  },
});
