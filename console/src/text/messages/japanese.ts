import { japaneseAccounts } from './japanese-accounts.js';
import { japaneseCoverage } from './japanese-coverage.js';
import { japaneseDrives } from './japanese-drives.js';
import { japaneseFeeds } from './japanese-feeds.js';
import { japaneseFields } from './japanese-fields.js';
import { japaneseFiles } from './japanese-files.js';
import { japaneseFindings } from './japanese-findings.js';
import { japaneseGovernance } from './japanese-governance.js';
import { japaneseHistory } from './japanese-history.js';
import { japaneseIdentity } from './japanese-identity.js';
import { japaneseJobs } from './japanese-jobs.js';
import { japaneseMends } from './japanese-mends.js';
import { japaneseMerging } from './japanese-merging.js';
import { japaneseModelReadings } from './japanese-model-readings.js';
import { japanesePageLinks } from './japanese-page-links.js';
import { japaneseProblemFixes, japaneseProblems } from './japanese-problems.js';
import { japaneseQueries } from './japanese-queries.js';
import { japaneseReadings } from './japanese-readings.js';
import { japaneseReports } from './japanese-reports.js';
import { japaneseRequests } from './japanese-requests.js';
import { japaneseReviews } from './japanese-reviews.js';
import { japaneseSchedules } from './japanese-schedules.js';
import { japaneseSnapshots } from './japanese-snapshots.js';
import { japaneseSources } from './japanese-sources.js';
import { japaneseStatements } from './japanese-statements.js';
import { japaneseSubscriptions } from './japanese-subscriptions.js';
import { japaneseTables } from './japanese-tables.js';
import { japaneseTrackedFiles } from './japanese-tracked-files.js';
import { japaneseTransforms } from './japanese-transforms.js';
import { japaneseFormulas, japaneseValues } from './japanese-values.js';
import { japaneseWarnings } from './japanese-warnings.js';
import type { InJapanese } from './japanese-words.js';
import { japaneseWorkbooks } from './japanese-workbooks.js';

/** Everything that the service says, in Japanese; the compiler names the codes that are missing. */
export const japanese: InJapanese = {
  ...japaneseProblems,
  ...japaneseProblemFixes,
  ...japaneseFindings,
  ...japaneseMends,
  ...japaneseCoverage,
  ...japaneseDrives,
  ...japaneseFeeds,
  ...japaneseFields,
  ...japaneseFiles,
  ...japaneseFormulas,
  ...japaneseJobs,
  ...japaneseReadings,
  ...japaneseSnapshots,
  ...japaneseAccounts,
  ...japaneseGovernance,
  ...japaneseHistory,
  ...japaneseIdentity,
  ...japaneseMerging,
  ...japaneseModelReadings,
  ...japaneseQueries,
  ...japaneseReports,
  ...japaneseRequests,
  ...japaneseReviews,
  ...japanesePageLinks,
  ...japaneseSchedules,
  ...japaneseSubscriptions,
  ...japaneseSources,
  ...japaneseStatements,
  ...japaneseTables,
  ...japaneseTrackedFiles,
  ...japaneseTransforms,
  ...japaneseValues,
  ...japaneseWarnings,
  ...japaneseWorkbooks,
};
