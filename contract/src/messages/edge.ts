/** How an edge of the service names what its callers can do. */
export interface Edge {
  /** The operation at a place, such as `{ link_id }`; a place that is not given stays a gap. */
  operation(id: NamedOperation, place?: Readonly<Record<string, string>>): string;
  /** Advice for callers who write paths and query strings. */
  forPaths(advice: string): string;
}

/** The operations that sentences name, by their ids in the OpenAPI document, and what the HTTP API calls them. */
export const namedOperations = {
  addColumn: 'POST …/columns',
  analyzeSource: 'POST …/sources/{source_name}/analyze',
  askPasskey: 'POST /api/auth/login/passkey/options',
  beginOidcSignIn: 'GET /api/auth/oidc/start',
  beginPasskey: 'POST /api/auth/passkeys/options',
  beginTotp: 'POST /api/auth/totp',
  changeMember: 'PATCH /api/control/workspaces/{workspace_id}/users/{user_id}',
  confirmMember: 'POST /api/control/workspaces/{workspace_id}/users/{user_id}/confirm',
  createAccount: 'POST /api/control/accounts',
  createUpload: 'POST …/uploads',
  deleteAccount: 'POST /api/control/account/delete',
  deleteWebhook: 'DELETE /api/v1/me/webhooks/{webhook_id}',
  dropOverrides: 'POST …/overrides/drop',
  enablePayg: 'POST /api/control/account/billing/payg',
  exportTables: 'POST …/export',
  finishLogin: 'POST /api/auth/login/second-factor',
  forgotPassword: 'POST /api/auth/password/forgot',
  getColumns: 'GET …/columns',
  getFileLink: 'GET …/file-links/{link_id}',
  getParseSpec: 'GET …/parse-spec',
  getSource: 'GET …/sources/{source_name}',
  getTableSchema: 'GET …/schema',
  ingestUpload: 'POST /api/v1/uploads/{id}/ingest',
  listAccounts: 'GET /api/control/accounts',
  listBranches: 'GET …/branches',
  listCharts: 'GET …/charts',
  listClassifications: 'GET …/classifications',
  listCloudFiles: 'GET /api/v1/cloud-files/{provider}',
  listConflicts: 'GET …/conflicts',
  listFileLinks: 'GET …/file-links',
  listInvitations: 'GET /api/control/workspaces/{workspace_id}/invitations',
  listMembers: 'GET /api/control/workspaces/{workspace_id}/users',
  listNotices: 'GET /api/auth/notices',
  listOps: 'GET …/ops',
  listOverrides: 'GET …/overrides',
  listPolicies: 'GET …/policies',
  listSchedules: 'GET …/schedules',
  listSessions: 'GET /api/auth/sessions',
  listSheetLinks: 'GET …/sheets/{name}/links',
  listSheets: 'GET …/sheets',
  listSnapshots: 'GET …/snapshots',
  listSources: 'GET …/sources',
  listSubscriptions: 'GET …/sheets/{name}/subscriptions',
  listSyncBindings: 'GET …/sync-bindings',
  listComments: 'GET …/tables/{name}/comments',
  listTables: 'GET …/tables',
  listTransforms: 'GET …/transforms',
  listVersions: 'GET …/versions',
  listViews: 'GET …/tables/{name}/views',
  login: 'POST /api/auth/login',
  mergeTable: 'POST …/tables/{name}/merge',
  openBillingPortal: 'POST /api/control/account/billing/portal',
  proveSession: 'POST /api/auth/session/prove',
  provisionWorkspace: 'POST /api/control/workspaces',
  pushFileVersion: 'POST …/file-links/{link_id}/versions',
  putParseSpec: 'PUT …/parse-spec',
  readRows: 'GET …/rows',
  removeTotp: 'DELETE /api/auth/totp',
  sendVerification: 'POST /api/auth/verification',
  setFormula: 'PUT …/formulas',
  syncFile: 'POST …/sync',
  transferAccount: 'POST /api/control/account/transfer',
  unbindSheet: 'DELETE …/sync-bindings/{id}',
  untrackFile: 'DELETE …/file-links/{link_id}',
  updateTransform: 'PUT …/transforms/{name}',
  upsertRows: 'POST …/rows/upsert',
  validateQuery: 'POST …/query/validate',
  withdrawInvitation: 'DELETE /api/control/workspaces/{workspace_id}/invitations/{invitation_id}',
} as const satisfies Record<string, string>;

export type NamedOperation = keyof typeof namedOperations;

export const httpEdge: Edge = {
  operation: (id, place = {}) =>
    namedOperations[id].replace(/\{(\w+)\}/g, (gap, name: string) =>
      place[name] === undefined ? gap : encodeURIComponent(place[name]),
    ),
  forPaths: (advice) => advice,
};
