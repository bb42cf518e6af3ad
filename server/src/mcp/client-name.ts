import { randomUUID } from 'node:crypto';
import type { Implementation, InitializeRequest } from '@modelcontextprotocol/server';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';

/** As long as the actor of a change may be. */
const LONGEST_NAME = 200;

/** The client as it calls itself, to be recorded as the actor of its changes; null if it does not say. */
export function clientName(
  meta: { [CLIENT_INFO]?: Partial<Implementation> },
  sessionId: string | string[] | undefined,
): string | null {
  return plainName(meta[CLIENT_INFO]?.name) ?? nameInSession(String(sessionId ?? ''));
}

/**
 * Clients before protocol 2026-07-28 name themselves only in `initialize`, and then send the session id that they got
 * in return. The service keeps no sessions, so this id contains the name.
 */
export function sessionIdOf(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as Partial<InitializeRequest>;
  if (method !== 'initialize') return undefined;
  const name = plainName(params?.clientInfo?.name) ?? '';
  return `${randomUUID()}.${Buffer.from(name).toString('base64url')}`;
}

function nameInSession(id: string): string | null {
  return plainName(Buffer.from(id.split('.')[1] ?? '', 'base64url').toString());
}

function plainName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const plain = name
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return plain === '' ? null : plain;
}
