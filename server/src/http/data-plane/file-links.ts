import { WorkbookParams } from '@workbook-data-service/contract/common';
import {
  FileLink,
  FileLinkList,
  FileLinkListQuery,
  FileLinkParams,
  FileVersionParams,
  PushVersionForm,
  RevertFileVersionRequest,
  TrackedFile,
  TrackFileQuery,
  TrackLocalFileForm,
  UntrackedFile,
  UntrackFileQuery,
} from '@workbook-data-service/contract/file-links';
import { revertToVersion } from '../../features/links/add-version.js';
import { getLink, listLinks } from '../../features/links/file-links.js';
import { pushVersion, trackLocalFile } from '../../features/links/local-files.js';
import { untrackFile } from '../../features/links/untrack-file.js';
import { created, ok } from '../../present/answer.js';
import {
  fileLinkBody,
  fileLinkListBody,
  trackedFileBody,
  untrackedFileBody,
} from '../../present/file-links.js';
import type { ReceivedFile } from '../../workbook/files/received-file.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { linkPlace } from '../places.js';
import { versionProblems } from '../problems-of.js';

const LINKS = '/api/v1/workbooks/:workbook_id/file-links';
const LINK = `${LINKS}/:link_id`;

export const fileLinkEndpoints: Endpoint[] = [
  endpoint({
    id: 'listFileLinks',
    method: 'GET',
    path: LINKS,
    summary: 'Tracked files with their versions, newest link first, newest version last',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: FileLinkListQuery,
    answers: { 200: FileLinkList },
    run: ({ service, caller, params, query }) => listLinks(service, caller, params.workbook_id, query),
    present: (page) => ok(fileLinkListBody(page)),
  }),
  endpoint({
    id: 'getFileLink',
    method: 'GET',
    path: LINK,
    summary: 'A tracked file with its versions, newest last',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: FileLinkParams,
    answers: { 200: FileLink },
    run: ({ service, caller, params }) => getLink(service, caller, linkPlace(params)),
    present: (view) => ok(fileLinkBody(view)),
  }),
  endpoint({
    id: 'trackLocalFile',
    method: 'POST',
    path: `${LINKS}/local`,
    summary: 'Track a file on your disk, sent in a form in the part `file`',
    description:
      'The file feeds a source of its name, and each new version that is pushed later revises that source. If the ' +
      'workbook has a source of that name, `on_existing` says what becomes of it.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    query: TrackFileQuery,
    body: TrackLocalFileForm,
    acceptsFile: true,
    problems: [...versionProblems, 'name-taken', 'already-tracked'],
    answers: { 201: TrackedFile },
    run: ({ service, caller, commit, params, query, body, file }) =>
      trackLocalFile(
        service,
        caller,
        {
          workbookId: params.workbook_id,
          file: file as ReceivedFile,
          asName: body.as_name,
          onExisting: body.on_existing,
          reading: body.reading,
          origin: body.origin,
          modifiedBy: body.modified_by,
          modifiedTime: body.modified_time,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (tracked) => created(trackedFileBody(tracked)),
  }),
  endpoint({
    id: 'pushFileVersion',
    method: 'POST',
    path: `${LINK}/versions`,
    summary: 'Send a new version of a tracked file, in a form in the part `file`',
    description:
      'The source is revised: rows keep their ids where they can be matched, and cells that people changed keep ' +
      'their value. A snapshot of the workbook belongs to the version. Bytes that are those of the latest version ' +
      'change nothing. Refused on a governed workbook.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: FileLinkParams,
    query: TrackFileQuery,
    body: PushVersionForm,
    acceptsFile: true,
    problems: versionProblems,
    answers: { 200: TrackedFile },
    run: ({ service, caller, commit, params, query, body, file }) =>
      pushVersion(
        service,
        caller,
        linkPlace(params),
        {
          file: file as ReceivedFile,
          modifiedBy: body.modified_by,
          modifiedTime: body.modified_time,
          dryRun: query.dry_run,
        },
        commit,
      ),
    present: (tracked) => ok(trackedFileBody(tracked)),
  }),
  endpoint({
    id: 'revertFileVersion',
    method: 'POST',
    path: `${LINK}/versions/:n/revert`,
    summary: 'Go back to the bytes of a version, which become a new version',
    description: 'The source is revised as by a pushed file; a file in a drive stays as it is.',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: FileVersionParams,
    query: TrackFileQuery,
    body: RevertFileVersionRequest,
    problems: versionProblems,
    answers: { 200: TrackedFile },
    run: ({ service, caller, commit, params, query, body }) =>
      revertToVersion(
        service,
        caller,
        { ...linkPlace(params), n: params.n },
        { actor: body.actor, dryRun: query.dry_run },
        commit,
      ),
    present: (tracked) => ok(trackedFileBody(tracked)),
  }),
  endpoint({
    id: 'untrackFile',
    method: 'DELETE',
    path: LINK,
    summary: 'Stop tracking a file: its versions are deleted; the source, its tables and the snapshots stay',
    tag: 'File links',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: FileLinkParams,
    query: UntrackFileQuery,
    answers: { 200: UntrackedFile },
    run: ({ service, caller, commit, params, query }) =>
      untrackFile(service, caller, linkPlace(params), { actor: query.actor }, commit),
    present: (untracked) => ok(untrackedFileBody(untracked)),
  }),
];
