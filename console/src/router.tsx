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
import { UnknownPage } from './app/unknown-page.js';
import { SignInPage } from './rooms/sign-in/sign-in-page.js';
import type { ParameterValues } from './rooms/sql/sql-tokens.js';
import { tableSearch } from './rooms/table/table-search.js';
import { ProblemNotice } from './ui/notice.js';
import { Loading } from './ui/progress.js';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: UnknownPage });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search): { return_to?: string } => ({ return_to: text(search.return_to) }),
  component: SignInPage,
});

/** Everything else is for users who are signed in. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: () => queryClient.ensureQueryData(sessionQuery),
  component: Shell,
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
  validateSearch: (search): { search?: string; workspace?: string } => ({
    search: text(search.search),
    workspace: text(search.workspace),
  }),
  component: lazyRouteComponent(() => import('./rooms/workbooks/workbooks-page.js'), 'WorkbooksPage'),
});

const workbookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: 'workbooks/$workbookId',
  component: lazyRouteComponent(() => import('./rooms/workbook/workbook-layout.js'), 'WorkbookLayout'),
});

const workbookHomeRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./rooms/workbook/overview-page.js'), 'OverviewPage'),
});

const tableRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'tables/$table',
  validateSearch: tableSearch,
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
  component: lazyRouteComponent(() => import('./rooms/source/files-page.js'), 'FilesPage'),
});

const sourceRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'files/$source',
  /** `cell` is a cell or range that is lit up, `region` the id of one that is being looked at. */
  validateSearch: (search): { sheet?: string; cell?: string; region?: string } => ({
    sheet: text(search.sheet),
    cell: text(search.cell),
    region: text(search.region),
  }),
  component: lazyRouteComponent(() => import('./rooms/source/source-page.js'), 'SourcePage'),
});

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

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
  validateSearch: (search): { automatic?: boolean } => ({ automatic: flag(search.automatic) }),
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

const auditLogRoute = createRoute({
  getParentRoute: () => workbookRoute,
  path: 'audit-log',
  component: lazyRouteComponent(() => import('./rooms/audit-log/audit-log-page.js'), 'AuditLogPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    shellRoute.addChildren([
      homeRoute,
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
        auditLogRoute,
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
