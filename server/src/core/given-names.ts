import { say } from '@workbook-data-service/contract/messages';
import type { Message } from '@workbook-data-service/contract/messages/message';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import { LONGEST_NAME, nameFault } from '@workbook-data-service/sheets/names';
import { fieldError, type Problem, problem } from './problems.js';
import { isReservedName } from './reserved-names.js';

export function tableNameFault(name: string): Message | null {
  return nameFault(name) ?? (isReservedName(name) ? say('name-reserved-by-sql') : null);
}

/** Refuses an invalid name in a request, naming its place in the body. */
export function refuseName(fault: Message | null, path: string): void {
  if (fault !== null) throw badName(fault, path);
}

function badName(fault: Message, path: string): Problem {
  return problem('invalid-request', say('name-invalid', { field: path, ...whyOf(fault) }), {
    fix: say('fix-name-invalid', { max: LONGEST_NAME }),
    members: { errors: [fieldError(path, fault)] },
  });
}
