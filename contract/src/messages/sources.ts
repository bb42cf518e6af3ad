import type { Edge } from './edge.js';
import type { Why } from './why.js';

/** About uploads, sources and how they are read. */
export const sourcesSentences = {
  'source-deleted': () => 'The source was deleted in the meantime.',
  'url-redirects': ({ status }: { status: number }) =>
    `The server answered ${status}, a redirect, which is not followed.`,
  'fix-url-redirects': () => 'Give the address that the redirect leads to.',
  'url-answered': ({ status }: { status: number }) => `The server answered ${status}.`,
  'url-compressed': () => 'The server sent the file compressed, although it was asked not to.',
  'source-unknown': ({ source }: { source: string }) => `No source "${source}" in this workbook.`,
  'fix-sources': (_: undefined, { operation }: Edge) => `${operation('listSources')} lists them by name.`,
  'staged-async': () => 'async=true needs mode=auto: a staged upload has nothing to wait for.',
  'fix-use-known-file': ({ source }: { source: string }) => `Use "${source}", or delete it first.`,
  'source-revised-meanwhile': () => 'The source was revised or deleted in the meantime.',
  'revise-governed': () => 'A source of a governed workbook cannot be revised.',
  'source-tracked': ({ source, link }: { source: string; link: string }) =>
    `The source "${source}" follows the tracked file ${link}.`,
  'region-lacks-column': ({ column }: { column: string }) => `The region has no column "${column}".`,
  'mapping-empty': () => 'The mapping leaves out every column of the region.',
  'spec-unfit': ({ why }: Why) => `The parse spec does not fit the file: ${why}`,
  'spec-moved-on': ({ current, given }: { current: number; given: number }) =>
    `The parse spec is at version ${current}, not ${given}.`,
  'fix-spec-moved-on': (_: undefined, { operation }: Edge) =>
    `${operation('getParseSpec')}, apply the corrections to it, and send it again.`,
  'region-unknown': ({ region }: { region: string }) => `The parse spec has no region "${region}".`,
  'spec-absent': ({ source }: { source: string }) => `"${source}" has no parse spec yet.`,
  'reading-unknown': ({ reading }: { reading: string }) => `There is no reading ${reading} in the workspace.`,
  'reading-without-tables': ({ source }: { source: string }) =>
    `"${source}" has no table that could be recognised in another file.`,
  'target-unnamed': () => 'A target needs the name of its table.',
  'table-moved-on': ({ table, current, expected }: { table: string; current: number; expected: number }) =>
    `"${table}" is at version ${current}, not ${expected}.`,
  'table-of-other-source': ({ table, source }: { table: string; source: string }) =>
    `"${table}" was not made from "${source}".`,
  'fix-table-of-other-source': (_: undefined, { operation }: Edge) =>
    `Replace tables of this file only; ${operation('getSource')} lists them.`,
  'source-columns-hidden': ({ file }: { file: string }) =>
    `You may not see every column that comes from "${file}".`,
  'fix-source-columns-hidden': () => 'Ask someone who may to analyze, correct or materialize it.',
  'upload-unreached': ({ upload }: { upload: string }) =>
    `No upload ${upload} within the reach of the credential.`,
  'upload-expired': () => 'The upload slot has expired.',
  'fix-upload-expired': (_: undefined, { operation }: Edge) =>
    `Make a new one with ${operation('createUpload')}.`,
  'file-lacks-sheet': ({ sheet, sheets }: { sheet: string; sheets: string }) =>
    `The file has no sheet "${sheet}"; it has ${sheets}.`,
  'fix-file-lacks-sheet': () => 'Name one of these sheets, or leave out sheet to read all of them.',
  'export-too-slow': () => 'Writing the file took more time or memory than one export may use.',
  'fix-export-too-slow': () => 'Export fewer tables at once, or use format=csv.',
  'report-too-slow': () => 'Writing the sheet took more time or memory than one render may use.',
  'fix-report-too-slow': () => 'Show fewer columns, or give the views a filter or a limit.',
  'patch-too-slow': () => 'Changing the original file took more time or memory than one export may use.',
  'fix-export-values': () => 'Export with formula_mode=values, which writes a new file.',
  'file-too-slow': () => 'Reading the file took more time or memory than one file may use.',
  'formulas-too-slow': () => 'Computing the formulas of the table took longer than an edit may take.',
  'fix-formulas-too-slow': () =>
    'Make the formulas simpler, write fewer rows at once, or freeze a formula column with formula: null.',
  'original-refuses': ({ why }: Why) => `The original file cannot take these changes: ${why}`,
  'too-many-edits': ({ max }: { max: number }) => `More than ${max} cells of a sheet have changed.`,
  'file-lacks-that-sheet': ({ sheets }: { sheets: string }) =>
    `The file has no sheet of that name; it has ${sheets}.`,
  'append-limit': ({ max, rows }: { max: number; rows: number }) =>
    `At most ${max} rows are appended at once; the region has ${rows}.`,
  'fix-append-limit': () => 'Materialize it as a table of its own (target.mode=new).',
  'append-one-table': () => 'Rows of one table can be appended; the selected regions give none or several.',
  'fix-append-one-table': () => 'Name one region of layout flat or crosstab in regions.',
  'spec-sheet-unknown': ({ sheet }: { sheet: string }) => `The file has no sheet "${sheet}".`,
  'fix-spec-unfit': (_: undefined, { operation }: Edge) =>
    `Correct the type of the column, or the range of the region, with ${operation('putParseSpec')}.`,
  'file-without-cells': () => 'No sheet of the file has any cells.',
  'structuring-unaffordable': ({ cells }: { cells: number }) =>
    `Structuring ${cells} cells costs more credits than are left.`,
  'fix-spec-absent': ({ source }: { source: string }, { operation }: Edge) =>
    `${operation('analyzeSource', { source_name: source })} proposes one.`,
  'slot-pending': () => 'No file has been uploaded into this slot yet.',
  'fix-slot-pending': () => 'PUT the bytes to upload_url first.',
  'slot-uploaded': () => 'A file has already been uploaded into this slot.',
  'fix-slot-uploaded': (_: undefined, { operation }: Edge) =>
    `Ingest it with ${operation('ingestUpload')}, or make a new slot.`,
  'slot-ingested': () => 'The file of this slot has already been ingested.',
  'fix-slot-ingested': (_: undefined, { operation }: Edge) =>
    `Make a new slot with ${operation('createUpload')}.`,
  'fix-replaced-has-dependents': () =>
    'Delete the tables named in dependents first, or keep this one: the new table then has another name.',
  'file-no-worksheet': () => 'The file has no worksheet.',
};
