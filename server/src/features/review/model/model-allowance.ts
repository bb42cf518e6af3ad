import { say } from '@workbook-data-service/contract/messages';
import { affordableTokens } from '../../../core/plans.js';
import { problem } from '../../../core/problems.js';
import type { Model } from '../../../gateways/model/model.js';
import { planOf } from '../../billing/account-plan.js';
import { payerOf } from '../../billing/spend.js';
import type { Service } from '../../service.js';

export interface ModelAllowance {
  model: Model;
  /** How many tokens the account of the workbook can pay for. */
  tokens: number;
}

/** The model that reviews of a workbook may use: 501 if none is configured, 402 if nothing is left to pay for it. */
export async function requireModel(service: Service, workbookId: string): Promise<ModelAllowance> {
  const { model, catalog } = service;
  if (!model) throw problem('not-configured', say('model-unset'));
  const tokens = affordableTokens(await planOf(service, await payerOf(catalog.db, workbookId)));
  if (tokens === 0) throw problem('out-of-credits', say('model-unpaid'));
  return { model, tokens };
}
