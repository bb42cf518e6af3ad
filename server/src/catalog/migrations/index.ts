import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as editing from './0002-editing.js';
import * as origins from './0003-origins.js';
import * as uploadSlots from './0004-upload-slots.js';
import * as structuring from './0005-structuring.js';
import * as revisions from './0006-revisions.js';
import * as transforms from './0007-transforms.js';
import * as overrides from './0008-overrides.js';
import * as audit from './0009-audit.js';
import * as sheetColumns from './0010-sheet-columns.js';
import * as rowSalts from './0011-row-salts.js';
import * as resultsByVersion from './0012-results-by-version.js';
import * as resultSizes from './0013-result-sizes.js';
import * as tailBytes from './0014-tail-bytes.js';
import * as influence from './0016-influence.js';
import * as sealedAudit from './0018-sealed-audit.js';
import * as signInAttempts from './0019-sign-in-attempts.js';
import * as jobRetries from './0020-job-retries.js';
import * as blobs from './0021-blobs.js';
import * as jobBlobs from './0022-job-blobs.js';
import * as operations from './0023-operations.js';
import * as history from './0024-history.js';
import * as filesElsewhere from './0025-files-elsewhere.js';
import * as outputs from './0026-outputs.js';
import * as peopleAndMoney from './0027-people-and-money.js';
import * as deletingEdits from './0028-deleting-edits.js';
import * as provenAddresses from './0031-proven-addresses.js';
import * as selfService from './0032-self-service.js';
import * as tracedRuns from './0033-traced-runs.js';
import * as upkeepTurns from './0034-upkeep-turns.js';
import * as rawTables from './0037-raw-tables.js';
import * as segmentFiles from './0038-segment-files.js';
import * as endedHistory from './0039-ended-history.js';
import * as readings from './0050-readings.js';
import * as readingModel from './0051-reading-model.js';
import * as tableViews from './0053-table-views.js';
import * as opStates from './0055-op-states.js';
import * as comments from './0058-comments.js';
import * as presences from './0059-presences.js';
import * as keptLandings from './0060-kept-landings.js';
import * as schedules from './0061-schedules.js';
import * as oauth from './0062-oauth.js';
import * as pageLinks from './0063-page-links.js';
import * as parquetCopies from './0064-parquet-copies.js';
import * as scheduleRuns from './0069-schedule-runs.js';
import * as reportSubscriptions from './0070-report-subscriptions.js';
import * as lighterIndexes from './0071-lighter-indexes.js';

/** Forward only, in this order, each in its own transaction; a released migration is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-editing': editing,
  '0003-origins': origins,
  '0004-upload-slots': uploadSlots,
  '0005-structuring': structuring,
  '0006-revisions': revisions,
  '0007-transforms': transforms,
  '0008-overrides': overrides,
  '0009-audit': audit,
  '0010-sheet-columns': sheetColumns,
  '0011-row-salts': rowSalts,
  '0012-results-by-version': resultsByVersion,
  '0013-result-sizes': resultSizes,
  '0014-tail-bytes': tailBytes,
  '0016-influence': influence,
  '0018-sealed-audit': sealedAudit,
  '0019-sign-in-attempts': signInAttempts,
  '0020-job-retries': jobRetries,
  '0021-blobs': blobs,
  '0022-job-blobs': jobBlobs,
  '0023-operations': operations,
  '0024-history': history,
  '0025-files-elsewhere': filesElsewhere,
  '0026-outputs': outputs,
  '0027-people-and-money': peopleAndMoney,
  '0028-deleting-edits': deletingEdits,
  '0031-proven-addresses': provenAddresses,
  '0032-self-service': selfService,
  '0033-traced-runs': tracedRuns,
  '0034-upkeep-turns': upkeepTurns,
  '0037-raw-tables': rawTables,
  '0038-segment-files': segmentFiles,
  '0039-ended-history': endedHistory,
  '0050-readings': readings,
  '0051-reading-model': readingModel,
  '0053-table-views': tableViews,
  '0055-op-states': opStates,
  '0058-comments': comments,
  '0059-presences': presences,
  '0060-kept-landings': keptLandings,
  '0061-schedules': schedules,
  '0062-oauth': oauth,
  '0063-page-links': pageLinks,
  '0064-parquet-copies': parquetCopies,
  '0069-schedule-runs': scheduleRuns,
  '0070-report-subscriptions': reportSubscriptions,
  '0071-lighter-indexes': lighterIndexes,
};
