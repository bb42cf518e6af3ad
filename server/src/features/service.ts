import type { Catalog } from '../catalog/catalog.js';
import type { ChartWorkers } from '../chart-workers/chart-workers.js';
import type { Config } from '../config.js';
import type { UrlSignatures } from '../core/url-signatures.js';
import type { Drives } from '../gateways/drives/drive.js';
import type { FetchPublic, RequirePublicUrl } from '../gateways/fetch-public.js';
import type { Mail } from '../gateways/mail/mail.js';
import type { Model } from '../gateways/model/model.js';
import type { OidcProvider } from '../gateways/oidc.js';
import type { Payments } from '../gateways/payments/payments.js';
import type { PdfPrinter } from '../gateways/pdf-printer.js';
import type { PythonRunner } from '../gateways/python/python-runner.js';
import type { Log } from '../log.js';
import type { Metrics } from '../metrics.js';
import type { AccountOf } from '../workbook/account-of-workbook.js';
import type { WorkbookData } from '../workbook/workbook-data.js';
import type { AccessLog } from './audit/access-log.js';
import type { AccessTokens } from './drives/access-tokens.js';
import type { EventFeed } from './events/event-feed.js';
import type { SessionTokens } from './identity/session-tokens.js';
import type { RestAfterFailures } from './model-reading/rest-after-failures.js';
import type { PresenceBoard } from './presence/presence-board.js';
import type { UsageCounter } from './usage/usage-counter.js';

/** Everything a request can need. `open-service.ts` wires it once. */
export interface Service {
  config: Config;
  log: Log;
  metrics: Metrics;
  catalog: Catalog;
  data: WorkbookData;
  charts: ChartWorkers;
  jobs: JobQueue;
  webhooks: WebhookQueue;
  sessionTokens: SessionTokens;
  uploadSignatures: UrlSignatures;
  linkSignatures: UrlSignatures;
  fetchPublic: FetchPublic;
  /** Refuses a URL that `fetchPublic` would refuse, without fetching it. */
  requirePublicUrl: RequirePublicUrl;
  drives: Drives;
  accessTokens: AccessTokens;
  python: PythonRunner;
  /** Absent if it is not configured. */
  oidc: OidcProvider | undefined;
  /** Absent if Stripe is not configured. */
  payments: Payments | undefined;
  /** What sends invitations; absent if it is not configured. */
  mail: Mail | undefined;
  /** What prints reports as PDF; absent if it is not configured. */
  pdfPrinter: PdfPrinter | undefined;
  /** The language model of reviews; absent if it is not configured. */
  model: Model | undefined;
  /** While it is resting, files are read without it. */
  modelRest: RestAfterFailures;
  /** The account whose queue work on a workbook waits in. */
  accountOf: AccountOf;
  usage: UsageCounter;
  accessLog: AccessLog;
  events: EventFeed;
  presence: PresenceBoard;
  disk: DiskSpace;
}

interface JobQueue {
  /** Looks for queued jobs now rather than at the next poll. */
  wake(): void;
}

interface WebhookQueue {
  /** Looks for deliveries to send now rather than at the next poll. */
  wake(): void;
}

interface DiskSpace {
  state(): Promise<{ state: 'ok' | 'low' | 'full'; freeBytes: number; totalBytes: number }>;
  /** Refuses further writes while the disk is nearly full. */
  requireRoom(): Promise<void>;
  /** Makes room for a change that works on a full disk too. */
  makeRoom(): Promise<void>;
}
