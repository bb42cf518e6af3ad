import { say } from '@workbook-data-service/contract/messages';
import { LONGEST_NAME, nameFault } from '@workbook-data-service/sheets/names';
import { type Problem, problem } from './problems.js';
import { isReservedName } from './reserved-names.js';

export function tableNameFault(name: string): string | null {
  return nameFault(name) ?? (isReservedName(name) ? 'is reserved by the SQL engine' : null);
}

/** Refuses an invalid name in a request, naming its place in the body. */
export function refuseName(fault: string | null, path: string): void {
  if (fault !== null) throw badName(fault, path);
}

function badName(fault: string, path: string): Problem {
  return problem('invalid-request', say('name-invalid', { field: path, why: fault }), {
    fix: say('fix-name-invalid', { max: LONGEST_NAME }),
    members: { errors: [{ path, message: fault }] },
  });
}
