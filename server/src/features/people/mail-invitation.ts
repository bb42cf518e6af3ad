import type { InvitationRecord } from '../../catalog/invitations.js';
import { emailOf } from '../identity/email-of.js';
import type { Service } from '../service.js';

/** Sends the link of an invitation; false if no mail server is set up, or it did not take the message. */
export async function mailInvitation(
  { mail, catalog, log }: Service,
  { invitation, url, workspace }: { invitation: InvitationRecord; url: string; workspace: { name: string } },
): Promise<boolean> {
  if (!mail) return false;
  const inviter = (await emailOf(catalog.db, invitation.created_by)) ?? 'An admin';
  try {
    await mail.send({
      to: invitation.email,
      subject: `Invitation to the workspace ${workspace.name}`,
      text: [
        `${inviter} invites you to the workspace "${workspace.name}", as ${invitation.base_role}.`,
        `To accept, open this address:\n${url}`,
        `It works once, until ${invitation.expires_at.slice(0, 16).replace('T', ' ')} UTC.`,
        `If you do not know ${inviter}, ignore this message.`,
      ].join('\n\n'),
    });
    return true;
  } catch (error) {
    log.error({ err: error, invitation: invitation.id }, 'an invitation could not be mailed');
    return false;
  }
}
