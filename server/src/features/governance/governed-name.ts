import { say } from '@workbook-data-service/contract/messages';
import { whyOf } from '@workbook-data-service/contract/messages/why';
import {
  customRoleFault,
  governedName as normalForm,
  roleFault,
  tagFault,
} from '../../core/governed-names.js';
import { fieldError, problem } from '../../core/problems.js';

const faultOf = { tag: tagFault, role: roleFault, 'custom role': customRoleFault };

/** A requested tag or role in the form in which it is stored and compared; throws if it is invalid. */
export function governedName(kind: keyof typeof faultOf, text: string, path: string): string {
  const name = normalForm(text);
  const fault = faultOf[kind](name);
  if (fault === undefined) return name;
  throw problem(
    'invalid-request',
    say('governed-name-invalid', { kind, name: JSON.stringify(text), ...whyOf(fault) }),
    {
      fix: say('fix-governed-name'),
      members: { errors: [fieldError(path, fault)] },
    },
  );
}
