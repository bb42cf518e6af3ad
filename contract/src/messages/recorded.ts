/** What the history calls a change of a workbook: `<thing>.<verb>`. Stored ops keep their kind, so none is renamed. */
export type OpKind =
  | 'rows.upsert'
  | 'rows.delete'
  | 'rows.merge'
  | 'rows.undo'
  | 'op.undo'
  | 'overrides.drop'
  | 'column.add'
  | 'column.drop'
  | 'column.rename'
  | 'column.retype'
  | 'column.describe'
  | 'column.tag'
  | 'column.untag'
  | 'formula.set'
  | 'table.create'
  | 'table.rename'
  | 'table.delete'
  | 'table.describe'
  | 'table.archive'
  | 'table.unarchive'
  | 'annotations.set'
  | 'annotations.delete'
  | 'source.ingest'
  | 'source.revise'
  | 'source.analyze'
  | 'source.structure'
  | 'source.correct_spec'
  | 'source.materialize'
  | 'source.delete'
  | 'file.track'
  | 'file.version'
  | 'file.revert'
  | 'file.untrack'
  | 'branch.create'
  | 'branch.close'
  | 'transform.create'
  | 'transform.run'
  | 'transform.update'
  | 'transform.delete'
  | 'snapshot.commit'
  | 'snapshot.restore'
  | 'version.create'
  | 'sheet.put'
  | 'sheet.delete'
  | 'sheet.bind'
  | 'sheet.unbind'
  | 'chart.put'
  | 'chart.delete'
  | 'policy.set'
  | 'policy.remove'
  | 'workbook.update';

/** Verbs of ops whose past is not the verb with `ed` or `d`. */
const participles = {
  bind: 'bound',
  commit: 'committed',
  correct_spec: 'spec_corrected',
  drop: 'dropped',
  put: 'put',
  run: 'run',
  set: 'set',
  tag: 'tagged',
  unbind: 'unbound',
  undo: 'undone',
  untag: 'untagged',
  version: 'version_added',
} as const;

type Past<Verb extends string> = Verb extends keyof typeof participles
  ? (typeof participles)[Verb]
  : Verb extends `${string}e`
    ? `${Verb}d`
    : `${Verb}ed`;

/** The audit action of an op: `rows.upsert` was done, so the log says `rows.upserted`. */
export type OpAction<Kind extends OpKind = OpKind> = Kind extends `${infer Thing}.${infer Verb}`
  ? `${Thing}.${Past<Verb>}`
  : never;

export function auditActionOf<Kind extends OpKind>(kind: Kind): OpAction<Kind> {
  const [thing, verb = ''] = kind.split('.');
  const irregular: Partial<Record<string, string>> = participles;
  return `${thing}.${irregular[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)}` as OpAction<Kind>;
}

/** What else the audit log of a workbook says: `<thing>.<what happened>`. */
export type WorkbookAction =
  | 'access.previewed'
  | 'access.refused'
  | 'audit.sealed'
  | 'branch.merged'
  | 'branch.merge_undone'
  | 'comment.changed'
  | 'comment.created'
  | 'comment.deleted'
  | 'conflict.resolved'
  | 'data.read'
  | 'file.downloaded'
  | 'file.shown_to_model'
  | 'job.failed'
  | 'job.queued'
  | 'link.signed'
  | 'page_link.created'
  | 'page_link.ended'
  | 'page_link.refused'
  | 'source.downloaded'
  | 'reading.made'
  | 'reading.changed'
  | 'reading.deleted'
  | 'schedule.deleted'
  | 'schedule.paused'
  | 'schedule.resumed'
  | 'schedule.ran'
  | 'schedule.set'
  | 'report.mailed'
  | 'report.unsubscribed'
  | 'source.failed'
  | 'source.promotion_skipped'
  | 'source.uploaded_again'
  | 'tables.exported'
  | 'transforms.recomputed'
  | 'upload.received'
  | 'upload.slot_created'
  | 'view.changed'
  | 'view.created'
  | 'view.deleted'
  | 'workbook.created'
  | 'workbook.deleted'
  | 'workbook.owner.set'
  | 'workbook.reviewed';

/** The same for the audit logs of accounts and of users, which the console does not show. */
type AccountAction =
  | 'account.created'
  | 'account.deleted'
  | 'account.provisioned'
  | 'account.received'
  | 'account.transferred'
  | 'address.proven'
  | 'address.verification_sent'
  | 'audit.anchor'
  | 'billing.auto_topup_set'
  | 'billing.card_reused'
  | 'billing.charge_failed'
  | 'billing.charge_made'
  | 'billing.charge_requested'
  | 'billing.charged'
  | 'billing.customer_created'
  | 'billing.event'
  | 'billing.page_opened'
  | 'billing.refunded'
  | 'billing.settlement_not_due'
  | 'billing.topped_up'
  | 'drive.authorization_lost'
  | 'drive.authorized'
  | 'drive.forgotten'
  | 'grant.created'
  | 'grant.ended'
  | 'grant.refused'
  | 'identity.linked'
  | 'invitation.declined'
  | 'invitation.withdrawn'
  | 'key.created'
  | 'key.revoked'
  | 'member.base_role.set'
  | 'member.confirmed'
  | 'member.invited'
  | 'member.joined'
  | 'member.left'
  | 'member.refused'
  | 'member.removed'
  | 'member.roles.set'
  | 'member.waits'
  | 'passkey.added'
  | 'passkey.removed'
  | 'password.changed'
  | 'password.refused'
  | 'password.reset'
  | 'password.reset_asked'
  | 'recovery_codes.renewed'
  | 'session.ended'
  | 'session.proved'
  | 'session.refused'
  | 'session.second_factor_asked'
  | 'session.started'
  | 'sessions.ended'
  | 'token.created'
  | 'token.revoked'
  | 'totp.added'
  | 'totp.begun'
  | 'totp.removed'
  | 'user.created'
  | 'user.deleted'
  | 'user.registration_refused'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.redelivered'
  | 'webhook.secret_rotated'
  | 'webhook.tested'
  | 'webhook.updated'
  | 'workspace.configured'
  | 'workspace.created'
  | 'workspace.deleted';

export type AuditAction = OpAction | WorkbookAction | AccountAction;
