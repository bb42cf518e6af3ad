import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { tokensSince } from '../../catalog/model-answers.js';
import { affordableTokens } from '../../core/plans.js';
import { utcDay } from '../../core/utc-day.js';
import { planOf } from '../billing/account-plan.js';
import type { Service } from '../service.js';

/** Some twenty sheets of the usual size. */
const MAX_FILE_TOKENS = 60_000;

export interface TokensLeft {
  left: number;
  /** What to say when they are used. */
  whenUsed: Message;
  /** How many of them the account can pay for; what the model uses beyond is on the house. */
  affordable: number;
}

/** How many tokens a model may use for one file of an account, with credits left for the tables of the file. */
export async function tokensLeft(
  service: Service,
  accountId: string,
  creditsToLeave: number,
): Promise<TokensLeft> {
  const affordable = affordableTokens(await planOf(service, accountId), creditsToLeave);
  const today = utcDay(new Date());
  const used = await tokensSince(service.catalog.db, accountId, today);
  const bounds = [
    { left: MAX_FILE_TOKENS, whenUsed: say('model-reading-tokens') },
    { left: service.config.modelDailyTokens - used, whenUsed: say('model-reading-day') },
    { left: affordable, whenUsed: say('model-unpaid') },
  ];
  return { ...bounds.reduce((least, bound) => (bound.left < least.left ? bound : least)), affordable };
}
