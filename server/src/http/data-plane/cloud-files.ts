import {
  CloudFileList,
  CloudFileListQuery,
  CloudImportRequest,
  DriveAuthorization,
  DriveAuthorizationAnswer,
  DriveAuthorizationQuery,
  DriveParams,
} from '@workbook-data-service/contract/cloud-files';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { AcceptedJob, structuringByDefault, UploadAnswer } from '@workbook-data-service/contract/sources';
import { type Authorization, describeAuthorization } from '../../features/drives/authorize-drive.js';
import { finishAuthorization } from '../../features/drives/finish-authorization.js';
import { forgetDrive } from '../../features/drives/forget-drive.js';
import { importCloudFile } from '../../features/drives/import-cloud-file.js';
import { listCloudFiles } from '../../features/drives/list-cloud-files.js';
import { noContent, ok } from '../../present/answer.js';
import { cloudFileBody } from '../../present/cloud-files.js';
import { takenFileAnswer } from '../../present/sources.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { cloudFileProblems, driveProblems } from '../problems-of.js';

const AUTHORIZE = '/api/v1/me/authorize/:provider';

const authorizationAnswer = ({ provider, authorized, authorizeUrl, account }: Authorization) =>
  ok({ provider, authorized, authorize_url: authorizeUrl, account });

export const cloudFileEndpoints: Endpoint[] = [
  endpoint({
    id: 'getDriveAuthorization',
    method: 'GET',
    path: AUTHORIZE,
    summary: 'Whether the service may read your drive, and the page to allow it',
    description:
      'Open `authorize_url` in a browser. The drive sends the browser back to the service, and a page there connects ' +
      'it, once you are signed in there.',
    tag: 'Cloud files',
    access: { to: 'data-plane', scope: 'cloud-files:read' },
    params: DriveParams,
    query: DriveAuthorizationQuery,
    problems: ['not-configured'],
    answers: { 200: DriveAuthorization },
    run: ({ service, caller, params, query, origin }) =>
      describeAuthorization(service, caller, {
        provider: params.provider,
        origin,
        workbookId: query.workbook_id,
      }),
    present: authorizationAnswer,
  }),
  endpoint({
    id: 'connectDrive',
    method: 'POST',
    path: AUTHORIZE,
    summary: 'Connect your drive with the answer of its provider',
    description:
      'The `state` in it is that of one `authorize_url`: it works once, within ten minutes, for the user who asked for ' +
      'it. Whatever fails, the problem has another `authorize_url` to begin again with.',
    tag: 'Cloud files',
    access: { to: 'data-plane', scope: 'cloud-files:read' },
    params: DriveParams,
    body: DriveAuthorizationAnswer,
    problems: driveProblems,
    answers: { 200: DriveAuthorization },
    run: ({ service, caller, params, body, origin, commit }) =>
      finishAuthorization(
        service,
        caller,
        { provider: params.provider, origin, answer: new URLSearchParams(body.answer) },
        commit,
      ),
    present: authorizationAnswer,
  }),
  endpoint({
    id: 'forgetDrive',
    method: 'DELETE',
    path: AUTHORIZE,
    summary: 'Disconnect your drive; doing it again changes nothing',
    description:
      'The permission is also revoked at the provider, as far as the provider can be reached and has a way.',
    tag: 'Cloud files',
    access: { to: 'data-plane', scope: 'cloud-files:read' },
    params: DriveParams,
    answers: { 204: null },
    run: ({ service, caller, commit, params }) => forgetDrive(service, caller, params.provider, commit),
    present: noContent,
  }),
  endpoint({
    id: 'listCloudFiles',
    method: 'GET',
    path: '/api/v1/cloud-files/:provider',
    summary: 'Folders and importable files of your drive, folders first',
    description:
      'Spreadsheets, CSV files and Google Sheets. With `q` and without `folder_id`, everything that you may read is searched. ' +
      'A page may be shorter than its limit, even empty; the last one has no `next_cursor`.',
    tag: 'Cloud files',
    access: { to: 'data-plane', scope: 'cloud-files:read' },
    params: DriveParams,
    query: CloudFileListQuery,
    problems: driveProblems,
    answers: { 200: CloudFileList },
    run: ({ service, caller, params, query, origin }) =>
      listCloudFiles(
        service,
        caller,
        { provider: params.provider, origin },
        { folderId: query.folder_id, q: query.q, limit: query.limit, cursor: query.cursor },
      ),
    present: ({ files, nextCursor }) => ok({ files: files.map(cloudFileBody), next_cursor: nextCursor }),
  }),
  endpoint({
    id: 'importCloudFile',
    method: 'POST',
    path: '/api/v1/workbooks/:workbook_id/sources/cloud',
    summary: 'Import a file from your drive',
    description:
      'Fetched at once and then treated as an upload; `async` concerns the reading of the file. The source says in `provenance` ' +
      'where it comes from. A Google Sheet is exported as xlsx.',
    tag: 'Cloud files',
    access: { to: 'data-plane', scope: 'workbooks:write', also: 'cloud-files:read' },
    params: WorkbookParams,
    body: CloudImportRequest,
    problems: [...cloudFileProblems, 'out-of-credits'],
    answers: { 201: UploadAnswer, 200: UploadAnswer, 202: AcceptedJob },
    run: ({ service, caller, commit, params, body, origin }) =>
      importCloudFile(
        service,
        caller,
        { provider: body.provider, origin },
        {
          workbookId: params.workbook_id,
          fileId: body.file_id,
          filename: body.filename,
          mode: body.mode,
          structuring: body.structuring ?? structuringByDefault,
          async: body.async,
        },
        commit,
      ),
    present: takenFileAnswer,
  }),
];
