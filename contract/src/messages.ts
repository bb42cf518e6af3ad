import { accountsSentences } from './messages/accounts.js';
import { coverageSentences } from './messages/coverage.js';
import { driveSentences } from './messages/drives.js';
import type { Edge } from './messages/edge.js';
import { feedSentences } from './messages/feeds.js';
import { fieldSentences } from './messages/fields.js';
import { findingSentences } from './messages/findings.js';
import { governanceSentences } from './messages/governance.js';
import { historySentences } from './messages/history.js';
import { identitySentences } from './messages/identity.js';
import { jobSentences } from './messages/jobs.js';
import { mendSentences } from './messages/mends.js';
import { mergingSentences } from './messages/merging.js';
import { type Params, type Say, type Saying, type Sentences, sayFrom, sentence } from './messages/message.js';
import { modelReadingSentences } from './messages/model-readings.js';
import { pageLinksSentences } from './messages/page-links.js';
import { problemFixSentences, problemSentences } from './messages/problems.js';
import { queriesSentences } from './messages/queries.js';
import { reportsSentences } from './messages/reports.js';
import { requestsSentences } from './messages/requests.js';
import { reviewsSentences } from './messages/reviews.js';
import { schedulesSentences } from './messages/schedules.js';
import { snapshotSentences } from './messages/snapshots.js';
import { sourcesSentences } from './messages/sources.js';
import { statementSentences } from './messages/statements.js';
import { subscriptionsSentences } from './messages/subscriptions.js';
import { tablesSentences } from './messages/tables.js';
import { trackedFilesSentences } from './messages/tracked-files.js';
import { transformsSentences } from './messages/transforms.js';
import { warningSentences } from './messages/warnings.js';
import { workbooksSentences } from './messages/workbooks.js';

export type Catalogue = typeof problemSentences &
  typeof problemFixSentences &
  typeof driveSentences &
  typeof feedSentences &
  typeof fieldSentences &
  typeof statementSentences &
  typeof findingSentences &
  typeof mendSentences &
  typeof coverageSentences &
  typeof jobSentences &
  typeof snapshotSentences &
  typeof accountsSentences &
  typeof governanceSentences &
  typeof historySentences &
  typeof identitySentences &
  typeof mergingSentences &
  typeof modelReadingSentences &
  typeof queriesSentences &
  typeof reportsSentences &
  typeof requestsSentences &
  typeof reviewsSentences &
  typeof pageLinksSentences &
  typeof schedulesSentences &
  typeof subscriptionsSentences &
  typeof sourcesSentences &
  typeof tablesSentences &
  typeof trackedFilesSentences &
  typeof transformsSentences &
  typeof warningSentences &
  typeof workbooksSentences;

/** Everything that the service says, in English. */
const catalogue: Catalogue = {
  ...problemSentences,
  ...problemFixSentences,
  ...driveSentences,
  ...feedSentences,
  ...fieldSentences,
  ...statementSentences,
  ...findingSentences,
  ...mendSentences,
  ...coverageSentences,
  ...jobSentences,
  ...snapshotSentences,
  ...accountsSentences,
  ...governanceSentences,
  ...historySentences,
  ...identitySentences,
  ...mergingSentences,
  ...modelReadingSentences,
  ...queriesSentences,
  ...reportsSentences,
  ...requestsSentences,
  ...reviewsSentences,
  ...pageLinksSentences,
  ...schedulesSentences,
  ...subscriptionsSentences,
  ...sourcesSentences,
  ...tablesSentences,
  ...trackedFilesSentences,
  ...transformsSentences,
  ...warningSentences,
  ...workbooksSentences,
};

/** A message with its sentence as the HTTP API says it. */
export const say: Say<Catalogue> = sayFrom(catalogue);

/** A saying in the words of another edge; one that is not in the catalogue stays as it was said. */
export function inWordsOf(edge: Edge, { code, params = {}, text }: Saying): string {
  const sentences: Sentences = catalogue;
  return code !== undefined && Object.hasOwn(sentences, code)
    ? sentence(sentences, code, withWhyOf(edge, params), edge)
    : text;
}

/** The message within the message too. */
function withWhyOf(edge: Edge, params: Params): Params {
  const { why, why_code: code, why_params: inner = {} } = params;
  if (typeof why !== 'string' || typeof code !== 'string') return params;
  return { ...params, why: inWordsOf(edge, { text: why, code, params: inner as Params }) };
}
