import { WorkbookParams } from '@workbook-data-service/contract/common';
import { DryRunQuery } from '@workbook-data-service/contract/editing';
import {
  CommitSnapshotRequest,
  CreateVersionRequest,
  DiffQuery,
  RestoreAnswer,
  RestoreRequest,
  Snapshot,
  SnapshotList,
  SnapshotListQuery,
  SnapshotParams,
  Version,
  VersionDiff,
  VersionList,
  VersionListQuery,
  VersionParams,
} from '@workbook-data-service/contract/history';
import { diffVersions } from '../../features/history/diff-versions.js';
import { type Restored, restoreSnapshot } from '../../features/history/restore-snapshot.js';
import { commitSnapshot, getSnapshot, listSnapshots } from '../../features/history/snapshots.js';
import { createVersion, getVersion, listVersions } from '../../features/history/versions.js';
import { created, ok } from '../../present/answer.js';
import {
  restoredBody,
  snapshotBody,
  snapshotListBody,
  versionBody,
  versionDiffBody,
  versionListBody,
} from '../../present/history.js';
import { type Endpoint, endpoint } from '../endpoint.js';

const WORKBOOK = '/api/v1/workbooks/:workbook_id';

/** What restoring by an id and reverting to a label have in common. */
const restoring = {
  description:
    'Base tables get their old content as a new version, all in one transaction that first pins the state before ' +
    '(`safety_snapshot_id`). Tables made since are archived, tables deleted since come back under their id. Then ' +
    'derived tables are computed again; one that fails keeps the old content and is stale. Tags and policies stay as ' +
    'they are.',
  tag: 'History',
  access: { to: 'data-plane', scope: 'workbooks:delete' },
  query: DryRunQuery,
  body: RestoreRequest,
  problems: ['version-conflict'],
  answers: { 200: RestoreAnswer },
  present: (restored: Restored) => ok(restoredBody(restored)),
} as const;

export const historyEndpoints: Endpoint[] = [
  endpoint({
    id: 'listSnapshots',
    method: 'GET',
    path: `${WORKBOOK}/snapshots`,
    summary: 'Snapshots of the workbook, newest first',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: SnapshotListQuery,
    answers: { 200: SnapshotList },
    run: ({ service, caller, params, query }) => listSnapshots(service, caller, params.workbook_id, query),
    present: (page) => ok(snapshotListBody(page)),
  }),
  endpoint({
    id: 'commitSnapshot',
    method: 'POST',
    path: `${WORKBOOK}/snapshots`,
    summary: 'Pin the current state of the workbook',
    description:
      'Every table with its name, state, description, annotations and version, and the transforms. No row is copied. ' +
      'Tags, policies, members and tokens are not part of it.',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: CommitSnapshotRequest,
    answers: { 201: Snapshot },
    run: ({ service, caller, commit, params, body }) =>
      commitSnapshot(
        service,
        caller,
        params.workbook_id,
        { summary: body.summary, eventType: body.event_type, actor: body.actor },
        commit,
      ),
    present: (snapshot) => created(snapshotBody(snapshot)),
  }),
  endpoint({
    id: 'getSnapshot',
    method: 'GET',
    path: `${WORKBOOK}/snapshots/:snapshot_id`,
    summary: 'A snapshot with the version of every table',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: SnapshotParams,
    answers: { 200: Snapshot },
    run: ({ service, caller, params }) =>
      getSnapshot(service, caller, params.workbook_id, params.snapshot_id),
    present: (snapshot) => ok(snapshotBody(snapshot)),
  }),
  endpoint({
    id: 'restoreSnapshot',
    method: 'POST',
    path: `${WORKBOOK}/snapshots/:snapshot_id/restore`,
    summary: 'Restore the workbook to a snapshot',
    ...restoring,
    params: SnapshotParams,
    run: ({ service, caller, commit, params, query, body }) =>
      restoreSnapshot(
        service,
        caller,
        params.workbook_id,
        { snapshot: params.snapshot_id, actor: body.actor, dryRun: query.dry_run },
        commit,
      ),
  }),
  endpoint({
    id: 'listVersions',
    method: 'GET',
    path: `${WORKBOOK}/versions`,
    summary: 'Labelled versions of the workbook, newest first',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: WorkbookParams,
    query: VersionListQuery,
    answers: { 200: VersionList },
    run: ({ service, params, query }) => listVersions(service, params.workbook_id, query),
    present: (page) => ok(versionListBody(page)),
  }),
  endpoint({
    id: 'createVersion',
    method: 'POST',
    path: `${WORKBOOK}/versions`,
    summary: 'Pin the current state of the workbook under a label',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:write' },
    params: WorkbookParams,
    body: CreateVersionRequest,
    description:
      'With `snapshot_id`, it names a snapshot that is there, which then no longer ends by itself.',
    problems: ['label-in-use'],
    answers: { 201: Version },
    run: ({ service, caller, commit, params, body }) =>
      createVersion(
        service,
        caller,
        params.workbook_id,
        { label: body.label, summary: body.summary, snapshot: body.snapshot_id, actor: body.actor },
        commit,
      ),
    present: (version) => created(versionBody(version)),
  }),
  endpoint({
    id: 'getVersion',
    method: 'GET',
    path: `${WORKBOOK}/versions/:label`,
    summary: 'A labelled version of the workbook',
    description: 'Its tables are those of the snapshot that it names.',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: VersionParams,
    answers: { 200: Version },
    run: ({ service, params }) => getVersion(service, params.workbook_id, params.label),
    present: (version) => ok(versionBody(version)),
  }),
  endpoint({
    id: 'diffVersions',
    method: 'GET',
    path: `${WORKBOOK}/versions/:label/diff`,
    summary: 'What changed from one version to another, or to the present state',
    description: 'As you may see it: masked and denied columns are left out.',
    tag: 'History',
    access: { to: 'data-plane', scope: 'workbooks:read' },
    params: VersionParams,
    query: DiffQuery,
    answers: { 200: VersionDiff },
    run: ({ service, caller, params, query }) =>
      diffVersions(service, caller, params.workbook_id, { from: params.label, against: query.against }),
    present: (difference) => ok(versionDiffBody(difference)),
  }),
  endpoint({
    id: 'revertVersion',
    method: 'POST',
    path: `${WORKBOOK}/versions/:label/revert`,
    summary: 'Restore the workbook to a labelled version',
    ...restoring,
    params: VersionParams,
    run: ({ service, caller, commit, params, query, body }) =>
      restoreSnapshot(
        service,
        caller,
        params.workbook_id,
        { snapshot: params.label, actor: body.actor, dryRun: query.dry_run },
        commit,
      ),
  }),
];
