import { Kind, type TSchema } from '@sinclair/typebox';
import * as annotations from './annotations.js';
import * as audit from './audit.js';
import * as billing from './billing.js';
import * as branches from './branches.js';
import * as charts from './charts.js';
import * as cloudFiles from './cloud-files.js';
import * as columnValues from './column-values.js';
import * as columns from './columns.js';
import * as comments from './comments.js';
import * as editing from './editing.js';
import * as events from './events.js';
import * as fileLinks from './file-links.js';
import * as fileVersions from './file-versions.js';
import * as governance from './governance.js';
import * as history from './history.js';
import * as identity from './identity.js';
import * as lineage from './lineage.js';
import * as members from './members.js';
import * as merging from './merging.js';
import * as modelReadings from './model-readings.js';
import * as oauth from './oauth.js';
import * as outputs from './outputs.js';
import * as overrides from './overrides.js';
import * as pageLinks from './page-links.js';
import * as parseSpec from './parse-spec.js';
import * as payments from './payments.js';
import * as presence from './presence.js';
import * as problems from './problems.js';
import * as profile from './profile.js';
import * as provenance from './provenance.js';
import * as query from './query.js';
import * as range from './range.js';
import * as readings from './readings.js';
import * as remembered from './remembered.js';
import * as review from './review.js';
import * as revise from './revise.js';
import * as schedules from './schedules.js';
import * as secondFactors from './second-factors.js';
import * as sessions from './sessions.js';
import * as sheetPreview from './sheet-preview.js';
import * as sheets from './sheets.js';
import * as sources from './sources.js';
import * as subscriptions from './subscriptions.js';
import * as summary from './summary.js';
import * as syncBindings from './sync-bindings.js';
import * as tables from './tables.js';
import * as transforms from './transforms.js';
import * as uploads from './uploads.js';
import * as usage from './usage.js';
import * as views from './views.js';
import * as webhooks from './webhooks.js';
import * as workbooks from './workbooks.js';

const modules: Record<string, unknown>[] = [
  annotations,
  audit,
  billing,
  branches,
  charts,
  cloudFiles,
  columnValues,
  columns,
  comments,
  editing,
  events,
  fileLinks,
  fileVersions,
  governance,
  history,
  identity,
  lineage,
  members,
  modelReadings,
  oauth,
  outputs,
  merging,
  overrides,
  pageLinks,
  parseSpec,
  payments,
  problems,
  presence,
  profile,
  provenance,
  query,
  range,
  readings,
  remembered,
  review,
  revise,
  schedules,
  subscriptions,
  secondFactors,
  sessions,
  sheetPreview,
  sheets,
  sources,
  summary,
  syncBindings,
  tables,
  transforms,
  uploads,
  usage,
  views,
  webhooks,
  workbooks,
];

/** Schemas that the document names as the contract exports them: objects, and unions of objects. */
export const namedSchemas: readonly (readonly [name: string, schema: TSchema])[] = modules
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, TSchema] => isObject(entry[1]) && !isPartOfUrl(entry[0]));

function isObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !(Kind in value)) return false;
  const { type, anyOf } = value as { type?: string; anyOf?: unknown[] };
  return type === 'object' || (anyOf?.every(isObject) ?? false);
}

/** Parameters are documented individually. */
function isPartOfUrl(name: string): boolean {
  return /(Params|Query|Signature|Form)$/.test(name);
}
