import type { Selectable } from 'kysely';
import type { Change } from './change.js';
import type { Db } from './db.js';
import type { Schema } from './schema.js';

type ModelAnswer = Selectable<Schema['model_answers']>;

/** What was answered to these questions in a workspace, by their hashes. */
export async function keptAnswers(
  db: Db,
  workspaceId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('model_answers')
    .select(['question_hash', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('question_hash', 'in', hashes)
    .where('answer', 'is not', null)
    .execute();
  return new Map(
    rows.flatMap(({ question_hash, answer }) => (answer === null ? [] : [[question_hash, answer]])),
  );
}

/** Keeps an answer; the tokens of a question that is asked again add up. */
export async function keepAnswer(c: Change, answer: Omit<ModelAnswer, 'answered_at'>): Promise<void> {
  await c.tx
    .insertInto('model_answers')
    .values({ ...answer, answered_at: c.at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'question_hash']).doUpdateSet((eb) => ({
        answer: eb.ref('excluded.answer'),
        tokens: eb('model_answers.tokens', '+', eb.ref('excluded.tokens')),
        answered_at: c.at,
      })),
    )
    .execute();
}

/** How many tokens the model has read and written for the sheets of an account since a moment. */
export async function tokensSince(db: Db, accountId: string, moment: string): Promise<number> {
  const { tokens } = await db
    .selectFrom('model_answers')
    .innerJoin('workspaces', 'workspaces.id', 'model_answers.workspace_id')
    .select((eb) => eb.fn.sum('tokens').as('tokens'))
    .where('workspaces.account_id', '=', accountId)
    .where('answered_at', '>=', moment)
    .executeTakeFirstOrThrow();
  return Number(tokens ?? 0);
}
