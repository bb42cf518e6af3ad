import { bearerSecret } from './authenticate.js';

const basic = /^Basic +([a-z\d+/]+=*)$/i;

/**
 * The token of a request: a Bearer token, or the password of Basic sign-in, since spreadsheets know nothing else. The
 * user name means nothing, but a token in its place is taken where there is no password.
 */
export function feedSecret(header: string | undefined): string | undefined {
  const encoded = header && basic.exec(header)?.[1];
  if (!encoded) return bearerSecret(header);
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':');
  return password.join(':') || user || undefined;
}

export const CHALLENGE = 'Basic realm="Workbook Data Service", charset="UTF-8", Bearer';
