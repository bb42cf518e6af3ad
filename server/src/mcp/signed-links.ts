import type { ContentBlock } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import { withDefault } from '@workbook-data-service/contract/defaults';
import { MAX_LINK_HOURS } from '@workbook-data-service/contract/signed-links';
import { type LinkRequest, signLink } from '../features/sharing/sign-link.js';
import type { MessageContext } from './tool.js';

/** Of tools whose answer a person can open. */
export const linkInput = {
  link_hours: withDefault(
    Type.Integer({ minimum: 1, maximum: MAX_LINK_HOURS, description: 'At most 168' }),
    1,
  ),
};

export const linkOutput = { url: Type.String(), url_expires_at: Type.String() };

export async function linkBody({ service, caller, origin }: MessageContext, request: LinkRequest) {
  const { url, expiresAt } = await signLink(service, caller, request, origin);
  return { url, url_expires_at: expiresAt };
}

/** For clients that show links of an answer to their user. */
export const linkTo = (uri: string, name: string, mimeType: string): ContentBlock => ({
  type: 'resource_link',
  name,
  uri,
  mimeType,
});
