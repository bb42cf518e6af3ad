import type { Endpoint } from '../endpoint.js';
import { annotationEndpoints } from './annotations.js';
import { auditEndpoints } from './audit.js';
import { branchEndpoints } from './branches.js';
import { chartEndpoints } from './charts.js';
import { cloudFileEndpoints } from './cloud-files.js';
import { cloudLinkEndpoints } from './cloud-links.js';
import { columnValueEndpoints } from './column-values.js';
import { columnEndpoints } from './columns.js';
import { commentEndpoints } from './comments.js';
import { editingEndpoints } from './editing.js';
import { eventEndpoints } from './events.js';
import { fileLinkEndpoints } from './file-links.js';
import { fileVersionEndpoints } from './file-versions.js';
import { governanceEndpoints } from './governance.js';
import { grantEndpoints } from './grants.js';
import { historyEndpoints } from './history.js';
import { jobEndpoints } from './jobs.js';
import { lineageEndpoints } from './lineage.js';
import { meEndpoints } from './me.js';
import { mergeEndpoints } from './merging.js';
import { overrideEndpoints } from './overrides.js';
import { pageLinkEndpoints } from './page-links.js';
import { readingEndpoints } from './readings.js';
import { reviewEndpoints } from './review.js';
import { reviseEndpoints } from './revise.js';
import { scheduleEndpoints } from './schedules.js';
import { sheetEndpoints } from './sheets.js';
import { sourceEndpoints } from './sources.js';
import { structuringEndpoints } from './structuring.js';
import { subscriptionEndpoints } from './subscriptions.js';
import { syncBindingEndpoints } from './sync-bindings.js';
import { tableEndpoints } from './tables.js';
import { transformEndpoints } from './transforms.js';
import { uploadEndpoints } from './uploads.js';
import { tokenUsageEndpoints } from './usage.js';
import { viewEndpoints } from './views.js';
import { webhookEndpoints } from './webhooks.js';
import { workbookEndpoints } from './workbooks.js';

/** Everything below /api/v1. */
export const dataPlane: readonly Endpoint[] = [
  ...meEndpoints,
  ...grantEndpoints,
  ...tokenUsageEndpoints,
  ...webhookEndpoints,
  ...workbookEndpoints,
  ...sourceEndpoints,
  ...cloudFileEndpoints,
  ...reviseEndpoints,
  ...fileLinkEndpoints,
  ...fileVersionEndpoints,
  ...cloudLinkEndpoints,
  ...scheduleEndpoints,
  ...subscriptionEndpoints,
  ...structuringEndpoints,
  ...readingEndpoints,
  ...uploadEndpoints,
  ...jobEndpoints,
  ...tableEndpoints,
  ...editingEndpoints,
  ...columnEndpoints,
  ...columnValueEndpoints,
  ...annotationEndpoints,
  ...viewEndpoints,
  ...commentEndpoints,
  ...syncBindingEndpoints,
  ...governanceEndpoints,
  ...transformEndpoints,
  ...lineageEndpoints,
  ...sheetEndpoints,
  ...mergeEndpoints,
  ...overrideEndpoints,
  ...historyEndpoints,
  ...chartEndpoints,
  ...pageLinkEndpoints,
  ...branchEndpoints,
  ...auditEndpoints,
  ...reviewEndpoints,
  ...eventEndpoints,
];
