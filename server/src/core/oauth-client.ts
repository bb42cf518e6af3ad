/** An app as users see it when they decide, and as it is listed later. What it says of itself is not proven. */
export interface OAuthClient {
  id: string;
  /** What it calls itself. */
  name: string;
  /** The host that vouches for it by publishing its metadata at its id; null if it registered itself. */
  publishedAt: string | null;
  /** Where the answer goes: to a site, to a program on the user's computer, or nowhere, if the app shows a code. */
  returnsTo: { kind: 'site' | 'loopback' | 'program' | 'device'; name: string | null };
}

/** Where the redirect of an app leads: the host of a site, or the scheme that a program has registered. */
export function returnOf(redirectUri: string | undefined): OAuthClient['returnsTo'] {
  if (redirectUri === undefined) return { kind: 'device', name: null };
  const { protocol, hostname, host } = new URL(redirectUri);
  if (isLoopback(hostname)) return { kind: 'loopback', name: host };
  if (protocol === 'https:') return { kind: 'site', name: host };
  return { kind: 'program', name: protocol.slice(0, -1) };
}

/** Whether a host name always means the machine itself. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
