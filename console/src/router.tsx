import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './app/query-client.js';
import { basePath } from './app/service.js';
import { sessionQuery } from './app/session.js';
import { Shell } from './app/shell.js';
import type { ParameterValues } from './app/sql/sql-tokens.js';
import { UnknownPage } from './app/unknown-page.js';
import type { ChartChoices } from './rooms/charts/chart-choices.js';
import { SignInPage } from './rooms/sign-in/sign-in-page.js';
import { filesSearch } from './rooms/source/drives/files-search.js';
import { recipeSearch } from './rooms/summarise/recipe.js';
import { firstRowsQuery, viewedOf } from './rooms/table/first-rows.js';
import { tableSearch } from './rooms/table/table-search.js';
import { ProblemNotice } from './ui/notice.js';
import { Loading } from './ui/progress.js';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: UnknownPage });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search): { return_to?: string; refused?: 'denied' | 'ended' } => ({
    return_to: text(search.return_to),
    refused: search.refused === 'denied' || search.refused === 'ended' ? search.refused : undefined,
  }),
  component: SignInPage,
});

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'register',
  validateSearch: (search): { return_to?: string } => ({ return_to: text(search.return_to) }),
  component: lazyRouteComponent(() => import('./rooms/sign-in/register-page.js'), 'RegisterPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'forgot-password',
  component: lazyRouteComponent(
    () => import('./rooms/sign-in/forgot-password-page.js'),
    'ForgotPasswordPage',
  ),
});

/** The link in the mail has its token behind the hash, which is sent nowhere. */
const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'reset-password',
  component: lazyRouteComponent(() => import('./rooms/sign-in/reset-password-page.js'), 'ResetPasswordPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitations/$token',
  component: lazyRouteComponent(() => import('./rooms/sign-in/invitation-page.js'), 'InvitationPage'),
});

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'oauth/consent/$request',
  component: lazyRouteComponent(() => import('./rooms/sign-in/consent-page.js'), 'ConsentPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'oauth/device',
  validateSearch: (search): { user_code?: string } => ({ user_code: text(search.user_code) }),
  component: lazyRouteComponent(() => import('./rooms/sign-in/device-page.js'), 'DevicePage'),
});

const refusedAppRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'oauth/refused',
  validateSearch: (search): { error?: string; detail?: string } => ({
    error: text(search.error),
    detail: text(search.detail),
  }),
  component: lazyRouteComponent(() => import('./rooms/sign-in/refused-app-page.js'), 'RefusedAppPage'),
});

/** Everything else is for users who are signed in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  // Not before the pages below are loaded, but at the same time.
  loader: () => queryClient.ensureQueryData(sessionQuery),
  component: Shell,
  notFoundComponent: UnknownPage,
});

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/workbooks' });
  },
});

const workbooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'workbooks',
  /** `new` has the dialog open that makes one. */
  validateSearch: (search): { search?: string; workspace?: string; new?: 'workbook' } => ({
    search: text(search.search),
    workspace: text(search.workspace),
    new: search.new === 'workbook' ? 'workbook' : undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/workbooks/workbooks-page.js'), 'WorkbooksPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./rooms/settings/settings-layout.js'), 'SettingsLayout'),
  notFoundComponent: UnknownPage,
});

const settingsHomeRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/profile' });
  },
});

const profileRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'profile',
  component: lazyRouteComponent(() => import('./rooms/settings/profile-page.js'), 'ProfilePage'),
});

const securityRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'security',
  component: lazyRouteComponent(() => import('./rooms/security/security-page.js'), 'SecurityPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'members',
  validateSearch: (search): { workspace?: string } => ({ workspace: text(search.workspace) }),
  component: lazyRouteComponent(() => import('./rooms/settings/members-page.js'), 'MembersPage'),
});

const readingsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'readings',
  validateSearch: (search): { workspace?: string } => ({ workspace: text(search.workspace) }),
  component: lazyRouteComponent(() => import('./rooms/settings/readings-page.js'), 'ReadingsPage'),
});

const linksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'links',
  validateSearch: (search): { workspace?: string } => ({ workspace: text(search.workspace) }),
  component: lazyRouteComponent(() => import('./rooms/settings/links-page.js'), 'LinksPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'tokens',
  component: lazyRouteComponent(() => import('./rooms/settings/tokens-page.js'), 'TokensPage'),
});

const developersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'developers',
  component: lazyRouteComponent(() => import('./rooms/settings/developers-page.js'), 'DevelopersPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'webhooks',
  validateSearch: (search): { webhook?: string } => ({ webhook: text(search.webhook) }),
  component: lazyRouteComponent(() => import('./rooms/settings/webhooks-page.js'), 'WebhooksPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'usage',
  validateSearch: (search): { days?: number } => ({
    days: typeof search.days === 'number' && search.days > 0 ? Math.min(365, search.days) : undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/settings/usage-page.js'), 'UsagePage'),
});

const billingRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'billing',
  component: lazyRouteComponent(() => import('./rooms/settings/billing-page.js'), 'BillingPage'),
});

const jobsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'jobs',
  component: lazyRouteComponent(() => import('./rooms/settings/jobs-page.js'), 'JobsPage'),
});

const drivesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: 'drives',
  /** Of a drive that its user has just allowed at the provider: `answer` is what it sent the browser back with. */
  validateSearch: (search): { provider?: string; answer?: string } => ({
    provider: text(search.provider),
    answer: text(search.answer),
  }),
  component: lazyRouteComponent(() => import('./rooms/settings/drives-page.js'), 'DrivesPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'verify/$token',
  component: lazyRouteComponent(() => import('./rooms/settings/verify-page.js'), 'VerifyPage'),
});

const workbookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'workbooks/$workbookId',
  component: lazyRouteComponent(() => import('./rooms/workbook/workbook-layout.js'), 'WorkbookLayout'),
  notFoundComponent: UnknownPage,
});

const workbookHomeRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: '/',
  /** `arriving`: its first files are awaited. */
  validateSearch: (search): { new?: 'table'; arriving?: boolean } => ({
    new: search.new === 'table' ? 'table' : undefined,
    arriving: flag(search.arriving),
  }),
  component: lazyRouteComponent(() => import('./rooms/workbook/overview-page.js'), 'OverviewPage'),
});

const tableRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'tables/$table',
  validateSearch: tableSearch,
  // Only when the page is opened, which then reads again what it needs.
  shouldReload: false,
  loader: ({ params, location }) => {
    const search = tableSearch(location.search);
    // What a view says is not known yet.
    if (search.view === undefined)
      void queryClient.prefetchQuery(firstRowsQuery(params, viewedOf(search, undefined)));
  },
  component: lazyRouteComponent(() => import('./rooms/table/table-page.js'), 'TablePage'),
});

const queryRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'query',
  validateSearch: (search): { sql?: string; params?: ParameterValues } => ({
    sql: text(search.sql),
    params: search.params as ParameterValues | undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/sql/query-page.js'), 'QueryPage'),
});

const filesRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'files',
  validateSearch: filesSearch,
  component: lazyRouteComponent(() => import('./rooms/source/files-page.js'), 'FilesPage'),
});

const sourceRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'files/$source',
  /** `cell` is a cell or range that is lit up, `region` the id of one that is being looked at; `fresh`: it has just come. */
  validateSearch: (search): { sheet?: string; cell?: string; region?: string; fresh?: boolean } => ({
    sheet: text(search.sheet),
    cell: text(search.cell),
    region: text(search.region),
    fresh: flag(search.fresh),
  }),
  component: lazyRouteComponent(() => import('./rooms/source/source-page.js'), 'SourcePage'),
});

const changesRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'changes',
  validateSearch: (search): { table?: string; user?: string; kind?: string } => ({
    table: text(search.table),
    user: text(search.user),
    kind: text(search.kind),
  }),
  component: lazyRouteComponent(() => import('./rooms/history/changes-page.js'), 'ChangesPage'),
});

const versionsRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'versions',
  validateSearch: (search): { automatic?: boolean; pins?: boolean } => ({
    automatic: flag(search.automatic),
    pins: flag(search.pins),
  }),
  component: lazyRouteComponent(() => import('./rooms/history/versions-page.js'), 'VersionsPage'),
});

const compareRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'compare',
  validateSearch: (search): { from?: string; to?: string } => ({
    from: text(search.from),
    to: text(search.to),
  }),
  component: lazyRouteComponent(() => import('./rooms/history/compare-page.js'), 'ComparePage'),
});

const exchangeRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'exchange',
  validateSearch: (search): { tab?: 'tracked' } => (search.tab === 'tracked' ? { tab: 'tracked' } : {}),
  component: lazyRouteComponent(() => import('./rooms/history/exchange-page.js'), 'ExchangePage'),
});

const conflictsRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'conflicts',
  validateSearch: (search): { decided?: boolean } => ({ decided: flag(search.decided) }),
  component: lazyRouteComponent(() => import('./rooms/history/conflicts-page.js'), 'ConflictsPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'review',
  validateSearch: (search): { table?: string; job?: string } => ({
    table: text(search.table),
    job: text(search.job),
  }),
  component: lazyRouteComponent(() => import('./rooms/review/review-page.js'), 'ReviewPage'),
});

const governanceRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'governance',
  validateSearch: (search): { table?: string; role?: string } => ({
    table: text(search.table),
    role: text(search.role),
  }),
  component: lazyRouteComponent(() => import('./rooms/governance/governance-page.js'), 'GovernancePage'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'audit-log',
  component: lazyRouteComponent(() => import('./rooms/audit-log/audit-log-page.js'), 'AuditLogPage'),
});

const lineageRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'lineage',
  validateSearch: (search): { node?: string; columns?: boolean } => ({
    node: text(search.node),
    columns: search.columns === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/lineage/lineage-page.js'), 'LineagePage'),
});

const transformsRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'transforms',
  validateSearch: (search): { new?: 'sql' | 'python' } => ({
    new: search.new === 'sql' || search.new === 'python' ? search.new : undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/sql/transforms-page.js'), 'TransformsPage'),
});

const transformRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'transforms/$transform',
  component: lazyRouteComponent(() => import('./rooms/sql/transform-page.js'), 'TransformPage'),
});

const summariseRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'summarise',
  validateSearch: recipeSearch,
  component: lazyRouteComponent(() => import('./rooms/summarise/summarise-page.js'), 'SummarisePage'),
});

const schedulesRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'schedules',
  component: lazyRouteComponent(() => import('./rooms/schedules/schedules-page.js'), 'SchedulesPage'),
});

const chartsRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'charts',
  // What is not a choice is refused by the service, with a reason.
  validateSearch: (search): ChartChoices & { name?: string } => search,
  component: lazyRouteComponent(() => import('./rooms/charts/charts-page.js'), 'ChartsPage'),
});

const reportsRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'reports',
  component: lazyRouteComponent(() => import('./rooms/reports/reports-page.js'), 'ReportsPage'),
});

const reportRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'reports/$report',
  /** `block` is the selected one, counted from 1. */
  validateSearch: (search): { block?: number } => ({
    block: typeof search.block === 'number' && search.block > 0 ? search.block : undefined,
  }),
  component: lazyRouteComponent(() => import('./rooms/reports/report-page.js'), 'ReportPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    registerRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    invitationRoute,
    consentRoute,
    deviceRoute,
    refusedAppRoute,
    shellRoute.addChildren([
      settingsRoute.addChildren([
        settingsHomeRoute,
        profileRoute,
        securityRoute,
        membersRoute,
        readingsRoute,
        linksRoute,
        tokensRoute,
        developersRoute,
        webhooksRoute,
        usageRoute,
        billingRoute,
        jobsRoute,
        drivesRoute,
      ]),
      homeRoute,
      verifyRoute,
      workbooksRoute,
      workbookRoute.addChildren([
        workbookHomeRoute,
        tableRoute,
        queryRoute,
        filesRoute,
        sourceRoute,
        changesRoute,
        versionsRoute,
        compareRoute,
        exchangeRoute,
        conflictsRoute,
        reviewRoute,
        governanceRoute,
        auditLogRoute,
        lineageRoute,
        transformsRoute,
        transformRoute,
        summariseRoute,
        schedulesRoute,
        chartsRoute,
        reportsRoute,
        reportRoute,
      ]),
    ]),
  ]),
  basepath: basePath || '/',
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <ProblemNotice error={error} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
