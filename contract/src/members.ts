import { Type } from '@sinclair/typebox';
import { NextCursor, nullable, strictObject, textEnum } from './common.js';
import { baseRoles } from './scopes.js';

export const WorkspaceMember = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  base_role: textEnum(baseRoles),
  custom_roles: Type.Array(Type.String()),
  effective_roles: Type.Array(Type.String(), { description: 'The base role and the custom roles' }),
});
export const MemberList = Type.Object({ users: Type.Array(WorkspaceMember), next_cursor: NextCursor });
export const SetRolesRequest = strictObject({
  roles: Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
    maxItems: 100,
    description: 'All custom roles that the member is to have; case does not count',
  }),
});
