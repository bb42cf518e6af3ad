import {
  customRoleFault,
  governedName as normalForm,
  roleFault,
  tagFault,
} from '../../core/governed-names.js';
import { problem } from '../../core/problems.js';

const faultOf = { tag: tagFault, role: roleFault, 'custom role': customRoleFault };

/** A requested tag or role in the form in which it is stored and compared; throws if it is invalid. */
export function governedName(kind: keyof typeof faultOf, text: string, path: string): string {
  const name = normalForm(text);
  const fault = faultOf[kind](name);
  if (fault === undefined) return name;
  throw problem('invalid-request', `The ${kind} ${JSON.stringify(text)} ${fault}.`, {
    fix: 'Tags and roles have 1 to 120 characters, none of them a control character; case does not count. Roles contain no comma; admin, editor, viewer and * cannot be custom roles.',
    members: { errors: [{ path, message: fault }] },
  });
}
