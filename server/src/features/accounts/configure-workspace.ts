import { say } from '@workbook-data-service/contract/messages';
import { nameFault } from '@workbook-data-service/sheets/names';
import { type Change, type CommitOptions, change } from '../../catalog/change.js';
import { secondFactorsOf } from '../../catalog/second-factors.js';
import { refuseName } from '../../core/given-names.js';
import { problem } from '../../core/problems.js';
import type { ReadingModelSetting } from '../../core/reading-model.js';
import { requireWorkspace, workspaceDeleted } from '../access/enter-workspace.js';
import type { Caller } from '../caller.js';
import type { Service } from '../service.js';
import { type WorkspaceView, withDefault } from './workspaces.js';

/** What is absent stays as it is; null clears what may be absent. */
interface WorkspaceSettings {
  name?: string | null | undefined;
  residency?: string | null | undefined;
  preprocessRules?: string | null | undefined;
  readingModel?: ReadingModelSetting | undefined;
  idpConfig?: Record<string, unknown> | null | undefined;
  requiresSecondFactor?: boolean | undefined;
  allowsLinks?: boolean | undefined;
}

export async function configureWorkspace(
  service: Service,
  caller: Caller,
  workspaceId: string,
  {
    name,
    residency,
    preprocessRules,
    readingModel,
    idpConfig,
    requiresSecondFactor,
    allowsLinks,
  }: WorkspaceSettings,
  commit: CommitOptions,
): Promise<WorkspaceView> {
  if (name != null) refuseName(nameFault(name), '/name');
  const workspace = await requireWorkspace(service, caller, workspaceId, 'workspaces:configure');
  const settings = {
    ...(name != null && { name }),
    ...(residency !== undefined && { residency }),
    ...(preprocessRules !== undefined && { preprocess_rules: preprocessRules }),
    ...(readingModel !== undefined && { reading_model: readingModel }),
    ...(idpConfig !== undefined && { idp_config: idpConfig === null ? null : JSON.stringify(idpConfig) }),
    ...(requiresSecondFactor !== undefined && { requires_second_factor: requiresSecondFactor ? 1 : 0 }),
    ...(allowsLinks !== undefined && { forbids_links: allowsLinks ? 0 : 1 }),
  };
  return await change(
    service.catalog,
    caller,
    async (c) => {
      if (requiresSecondFactor) await refuseWithoutSecondFactor(service, c, caller.userId);
      // Without a setting nothing changes, and yet the request was made.
      const configured =
        Object.keys(settings).length === 0
          ? workspace
          : await c.tx
              .updateTable('workspaces')
              .set(settings)
              .where('id', '=', workspace.id)
              .returningAll()
              .executeTakeFirstOrThrow(() => workspaceDeleted(workspace.id));
      await c.audit({
        chain: workspace.account_id,
        action: 'workspace.configured',
        target: workspace.id,
        detail: { name: configured.name, settings: Object.keys(settings) },
      });
      return await withDefault(c.tx, configured);
    },
    commit,
  );
}

/** Keeps an admin from locking themselves out. */
async function refuseWithoutSecondFactor({ catalog }: Service, c: Change, userId: string): Promise<void> {
  if ((await secondFactorsOf(catalog, c.tx, userId)).length === 0)
    throw problem('second-factor-missing', say('no-second-factor-of-own'));
}
