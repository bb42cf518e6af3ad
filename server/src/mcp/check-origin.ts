import type { IncomingHttpHeaders } from 'node:http';
import { say } from '@workbook-data-service/contract/messages';
import { problem } from '../core/problems.js';
import { isOwnOrigin } from '../edge/own-origin.js';

/** Addresses and localhost: names that no DNS server can direct elsewhere. */
const fixedHost = /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Refuses requests of web pages: those of another site, and those of a site whose name was made to point to this
 * service (DNS rebinding). With SVC_PUBLIC_URL, other hosts were refused before.
 */
export function checkOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): void {
  const { host = '', origin } = headers;
  if (publicUrl === undefined && !fixedHost.test(host))
    throw problem('wrong-host', say('agent-address'), {
      fix: say('fix-agent-address'),
    });
  if (origin !== undefined && !isOwnOrigin(origin, headers, publicUrl))
    throw problem('forbidden', say('agent-origin'));
}
