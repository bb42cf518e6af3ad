import { each } from '@workbook-data-service/client';
import {
  type CreateTokenRequest,
  createToken,
  listTokens,
  revokeToken,
  type Token,
} from '@workbook-data-service/client/api';
import { Command } from 'commander';
import { type ListColumn, localTime, printAnswer, printList } from '../output/lists.js';
import { openSession } from '../session.js';

interface CreateOptions {
  scope?: NonNullable<CreateTokenRequest['scopes']>;
  resource?: string;
  expiresInDays?: string;
}

const columns: ListColumn<Token>[] = [
  { title: 'id', value: ({ id }) => id, isWhole: true },
  { title: 'name', value: ({ name }) => name },
  {
    title: 'ends',
    value: ({ revoked_at, expires_at }) => (revoked_at ? 'revoked' : localTime(expires_at)),
    isWhole: true,
  },
  { title: 'begins with', value: ({ prefix }) => prefix },
  { title: 'scopes', value: ({ scopes }) => scopes.join(' ') },
];

export const tokensCommand = () =>
  new Command('tokens')
    .description('list your personal access tokens')
    .action(async (_: unknown, command: Command) => {
      const session = await openSession(command);
      await printList(session, each(listTokens, session.client, { signal: session.signal }), columns);
    })
    .addCommand(createCommand())
    .addCommand(revokeCommand());

function createCommand(): Command {
  return new Command('create')
    .description('mint a token and print it; it is shown only once')
    .argument('<name>')
    .option('--scope <scopes...>', 'what it may do (workbooks:read)')
    .option('--resource <reach>', 'account, workspace:ID or workbook:ID')
    .option('--expires-in-days <days>', 'how long it is valid (90)')
    .action(async (name: string, { scope, resource, expiresInDays }: CreateOptions, command: Command) => {
      const session = await openSession(command);
      const body: CreateTokenRequest = {
        name,
        ...(scope && { scopes: scope }),
        ...(resource && { resource }),
        ...(expiresInDays && { expires_in_days: Number(expiresInDays) }),
      };
      const minted = await createToken(session.client, { body, signal: session.signal });
      await printAnswer(session, minted, minted.token);
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('revoke a token and those it minted')
    .argument('<id>', 'its id')
    .action(async (token_id: string, _: unknown, command: Command) => {
      const session = await openSession(command);
      await revokeToken(session.client, { path: { token_id }, signal: session.signal });
      await printAnswer(session, { id: token_id }, `${token_id} is revoked.`);
    });
}
