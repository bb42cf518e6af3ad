import { type PageRequest, pageOf } from '../../core/paging.js';
import type { PolicyRule } from '../../core/policy.js';
import { policyRules } from '../../workbook/governance/policy-rules.js';
import type { Service } from '../service.js';

/** The rules of a workbook, ordered by tag and role. */
export async function listPolicies(
  service: Service,
  workbookId: string,
  page: PageRequest,
): Promise<{ policies: PolicyRule[]; nextCursor: string | null }> {
  const rules = await policyRules(service.catalog.db, { workbookId }).execute();
  const { items: policies, nextCursor } = pageOf(rules, page, ({ tag, role }) => JSON.stringify([tag, role]));
  return { policies, nextCursor };
}
