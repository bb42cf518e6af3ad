import { TrackFileRequest } from '@workbook-data-service/contract/cloud-files';
import { WorkbookParams } from '@workbook-data-service/contract/common';
import { FileLinkParams, TrackedFile, TrackFileQuery } from '@workbook-data-service/contract/file-links';
import { syncCloudFile } from '../../features/drives/sync-cloud-file.js';
import { trackCloudFile } from '../../features/drives/track-cloud-file.js';
import { created, ok } from '../../present/answer.js';
import { trackedFileBody } from '../../present/file-links.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { linkPlace } from '../places.js';
import { cloudFileProblems, versionProblems } from '../problems-of.js';

const LINKS = '/api/v1/workbooks/:workbook_id/file-links';

export const cloudLinkEndpoints: Endpoint[] = [
  endpoint({
    id: 'trackCloudFile',
    method: 'POST',
    path: LINKS,
    summary: 'Track a file of your drive',
    description:
      'What it contains now becomes version 1 and feeds a source of its name; …/sync pulls later versions. If the ' +
      'workbook has a source of that name, `on_existing` says what becomes of it.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write', also: 'cloud-files:read' },
    params: WorkbookParams,
    query: TrackFileQuery,
    body: TrackFileRequest,
    problems: [...cloudFileProblems, ...versionProblems, 'name-taken', 'already-tracked'],
    answers: { 201: TrackedFile },
    run: ({ service, caller, commit, params, query, body, origin }) =>
      trackCloudFile(
        service,
        caller,
        { provider: body.provider, origin },
        {
          workbookId: params.workbook_id,
          fileId: body.file_id,
          filename: body.filename ?? undefined,
          asName: body.as_name,
          onExisting: body.on_existing,
          reading: body.reading ?? undefined,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (tracked) => created(trackedFileBody(tracked)),
  }),
  endpoint({
    id: 'syncFileLink',
    method: 'POST',
    path: `${LINKS}/:link_id/sync`,
    summary: 'Pull a tracked file from your drive now',
    description:
      'If the file changed there since it was last pulled, it becomes a new version and revises the source; otherwise ' +
      '`changed` is false, also after a revert. Refused on a governed workbook.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write', also: 'cloud-files:read' },
    params: FileLinkParams,
    query: TrackFileQuery,
    problems: [...cloudFileProblems, ...versionProblems, 'not-a-cloud-link'],
    answers: { 200: TrackedFile },
    run: ({ service, caller, commit, params, query, origin }) =>
      syncCloudFile(service, caller, linkPlace(params), { origin, dryRun: query.dry_run }, commit),
    present: (tracked) => ok(trackedFileBody(tracked)),
  }),
];
