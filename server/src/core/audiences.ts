/** Tokens of apps begin with these, so that they are recognised where they were left lying about. */
export const ACCESS_TOKEN_PREFIX = 'svc_oat_';
export const REFRESH_TOKEN_PREFIX = 'svc_ort_';

/** The parts of the service that a token may be for (RFC 8707). */
const parts = { '/': 'service', '/api': 'api', '/mcp': 'agents' } as const;
export type Audience = Exclude<(typeof parts)[keyof typeof parts], 'service'>;

/** What a resource indicator names, as it stands in tokens: the path below the address of the service. */
export function audienceOf(resource: string, serviceAddress: string): string | undefined {
  if (!resource.startsWith(serviceAddress)) return undefined;
  const path = resource.slice(serviceAddress.length).replace(/\/$/, '') || '/';
  return Object.hasOwn(parts, path) ? path : undefined;
}

/** Whether a token for an audience opens a part of the service. Without a part, only tokens for all of it do. */
export function covers(audience: string | undefined, part: Audience | undefined): boolean {
  const named = Object.hasOwn(parts, audience ?? '') ? parts[audience as keyof typeof parts] : undefined;
  return named === 'service' || (named !== undefined && named === part);
}
