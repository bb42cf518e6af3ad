import { randomBytes } from 'node:crypto';
import { SecretNotOpened } from '../core/secret-box.js';
import { hashSecret } from '../core/secrets.js';
import type { Catalog } from './catalog.js';
import type { Tx } from './db.js';
import type { Schema } from './schema.js';

/** How long a user may take on the other site. */
export const FLOW_SECONDS = 600;
/** Of one user at one provider; older ones end early. */
const MAX_OPEN_FLOWS = 10;

type FlowProvider = Schema['authorization_flows']['provider'];

interface Flow<Secrets> {
  provider: FlowProvider;
  /** The user who authorizes; null while signing in. */
  userId: string | null;
  /** What only the service may know until the callback, such as the PKCE verifier. */
  secrets: Secrets;
}

/** Stores a flow and returns its state, which the other site sends back to the callback. */
export async function beginFlow<Secrets extends object>(
  catalog: Catalog,
  { provider, userId, secrets }: Flow<Secrets>,
): Promise<string> {
  const state = randomBytes(32).toString('base64url');
  const stateHash = hashSecret(state);
  const now = Date.now();
  await catalog.transaction(async (tx) => {
    await tx
      .deleteFrom('authorization_flows')
      .where('expires_at', '<=', new Date(now).toISOString())
      .execute();
    if (userId !== null) {
      const older = tx
        .selectFrom('authorization_flows')
        .select('state_hash')
        .where('user_id', '=', userId)
        .where('provider', '=', provider)
        .orderBy('expires_at', 'desc')
        // SQLite takes no offset without a limit.
        .limit(MAX_OPEN_FLOWS)
        .offset(MAX_OPEN_FLOWS - 1);
      await tx.deleteFrom('authorization_flows').where('state_hash', 'in', older).execute();
    }
    await tx
      .insertInto('authorization_flows')
      .values({
        state_hash: stateHash,
        provider,
        user_id: userId,
        secrets: catalog.keys.secrets.seal(Buffer.from(JSON.stringify(secrets)), purposeOf(stateHash)),
        expires_at: new Date(now + FLOW_SECONDS * 1000).toISOString(),
      })
      .execute();
  });
  return state;
}

/**
 * Ends the flow with this state, also if what follows fails: a state works once. Undefined if there is none, if it
 * has expired, or if it was begun for another provider.
 */
export async function takeFlow<Secrets extends object>(
  catalog: Catalog,
  provider: FlowProvider,
  state: string,
): Promise<Flow<Secrets> | undefined> {
  const taken = await catalog.transaction((tx) =>
    tx
      .deleteFrom('authorization_flows')
      .where('state_hash', '=', hashSecret(state))
      .returningAll()
      .executeTakeFirst(),
  );
  return openFlow(catalog, provider, taken);
}

/** Like `takeFlow`, but keeps the flow, because a wrong answer may be corrected. */
export async function readFlow<Secrets extends object>(
  catalog: Catalog,
  provider: FlowProvider,
  state: string,
): Promise<Flow<Secrets> | undefined> {
  const found = await catalog.db
    .selectFrom('authorization_flows')
    .selectAll()
    .where('state_hash', '=', hashSecret(state))
    .executeTakeFirst();
  return openFlow(catalog, provider, found);
}

function openFlow<Secrets extends object>(
  { keys }: Catalog,
  provider: FlowProvider,
  stored: Schema['authorization_flows'] | undefined,
): Flow<Secrets> | undefined {
  if (!stored || stored.provider !== provider || stored.expires_at <= new Date().toISOString())
    return undefined;
  try {
    const { plaintext } = keys.secrets.open(stored.secrets, purposeOf(stored.state_hash));
    return { provider, userId: stored.user_id, secrets: JSON.parse(plaintext.toString()) as Secrets };
  } catch (error) {
    if (error instanceof SecretNotOpened) return undefined;
    throw error;
  }
}

/** Ends every flow of a user. Returns how many there were. */
export async function endFlowsOfUser(tx: Tx, userId: string): Promise<number> {
  const ended = await tx
    .deleteFrom('authorization_flows')
    .where('user_id', '=', userId)
    .returning('state_hash')
    .execute();
  return ended.length;
}

const purposeOf = (stateHash: string): string => `authorization-flows/${stateHash}`;
