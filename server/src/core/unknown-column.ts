import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { fieldError, type Problem, problem } from './problems.js';

export interface NamedColumn {
  table: string;
  column: string;
  /** Where the body names it, as a JSON pointer; absent where the path of the request does. */
  path?: string;
  fix?: Message;
}

/** There is no such column: what a path names is not found, and what a body names is not valid. */
export function unknownColumn({ table, column, path, fix }: NamedColumn): Problem {
  const detail = say('column-unknown', { column, table });
  if (path === undefined) return problem('not-found', detail, { fix: fix ?? say('fix-columns-in-path') });
  return problem('invalid-request', detail, {
    fix: fix ?? say('fix-columns'),
    members: { errors: [fieldError(path, say('field-not-column-of-table'))] },
  });
}
