import type { Page } from '../core/paging.js';
import type { BindingView } from '../features/bindings/sync-bindings.js';
import { warningFields } from './warnings.js';

export function bindingBody(view: BindingView) {
  return {
    id: view.id,
    table: view.table,
    artifact_id: view.table_id,
    actor: view.actor,
    external_kind: view.external_kind,
    external_ref: view.external_ref,
    direction: view.direction,
    ownership_map: view.owners,
    created_at: view.created_at,
    created_by: view.created_by,
    ...warningFields(view.warnings),
  };
}

export function bindingListBody({ items, nextCursor }: Page<BindingView>) {
  return { sync_bindings: items.map(bindingBody), next_cursor: nextCursor };
}
