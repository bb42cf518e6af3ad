import { FileVersionParams } from '@workbook-data-service/contract/file-links';
import {
  FileCells,
  FileCellsQuery,
  FileDiff,
  FileDiffQuery,
} from '@workbook-data-service/contract/file-versions';
import { compareVersions, downloadVersion, readVersionCells } from '../../features/links/read-version.js';
import { bytes, ok } from '../../present/answer.js';
import { fileCellsBody, fileDiffBody } from '../../present/file-versions.js';
import { attachment } from '../../present/pages.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { linkPlace } from '../places.js';
import { fileProblems } from '../problems-of.js';

const VERSION = '/api/v1/workbooks/:workbook_id/file-links/:link_id/versions/:n';

const versionPlace = (params: { workbook_id: string; link_id: string; n: number }) => ({
  ...linkPlace(params),
  n: params.n,
});

export const fileVersionEndpoints: Endpoint[] = [
  endpoint({
    id: 'readFileVersionCells',
    method: 'GET',
    path: `${VERSION}/cells`,
    summary: 'The cells of a version, as the file has them',
    description: 'The first 10,000 that are not blank. Refused on a governed workbook.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: FileVersionParams,
    query: FileCellsQuery,
    problems: [...fileProblems, 'governed-workbook'],
    answers: { 200: FileCells },
    run: ({ service, caller, params, query }) =>
      readVersionCells(service, caller, versionPlace(params), query),
    present: (cells) => ok(fileCellsBody(cells)),
  }),
  endpoint({
    id: 'diffFileVersions',
    method: 'GET',
    path: `${VERSION}/diff`,
    summary: 'What changed in a version, cell by cell',
    description:
      'Compared with the version before, or with any other. Values and formulas count, formats do not; sheets are the ' +
      'same if their names are. Refused on a governed workbook.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: FileVersionParams,
    query: FileDiffQuery,
    problems: [...fileProblems, 'governed-workbook'],
    answers: { 200: FileDiff },
    run: ({ service, caller, params, query }) =>
      compareVersions(service, caller, versionPlace(params), query),
    present: (difference) => ok(fileDiffBody(difference)),
  }),
  endpoint({
    id: 'downloadFileVersion',
    method: 'GET',
    path: `${VERSION}/download`,
    summary: 'The file of a version, byte for byte',
    description: 'Refused on a governed workbook.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: FileVersionParams,
    problems: ['governed-workbook'],
    answerHeaders: ['Content-Disposition'],
    answers: { 200: { mediaTypes: ['application/octet-stream'] } },
    run: ({ service, caller, params }) => downloadVersion(service, caller, versionPlace(params)),
    present: ({ version, bytes: content }) =>
      bytes(content, 'application/octet-stream', {
        'content-disposition': attachment(version.filename),
        'content-length': String(version.size),
      }),
  }),
];
