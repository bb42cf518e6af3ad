/** A message of MCP, as far as it is looked at on its way. */
export interface Message {
  /** Absent in a notice, which is not answered. */
  id?: string | number | null;
  /** Absent in an answer. */
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: unknown;
}

export const PARSE_ERROR = -32_700;
export const INVALID_PARAMS = -32_602;
/** Of those that are left to a server: something on the way to the service failed. */
export const NOT_ANSWERED = -32_000;

export interface RpcError {
  code: number;
  message: string;
  data?: unknown;
}

/** Undefined for a text that is not JSON. */
export function parseMessage(text: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return undefined;
  }
}

export function isRequest({ id, method }: Message): boolean {
  return method !== undefined && id !== undefined && id !== null;
}

export function isAnswer({ result, error }: Message): boolean {
  return result !== undefined || error !== undefined;
}

export function errorMessage(id: Message['id'], error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, error });
}
