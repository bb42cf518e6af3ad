import { type Static, Type } from '@sinclair/typebox';
import {
  idOf,
  LONGEST_NAME,
  NextCursor,
  nullable,
  optionalNullable,
  pageQuery,
  strictObject,
  Timestamp,
  textEnum,
  WorkbookId,
} from './common.js';

export const CreatePageLinkRequest = strictObject({
  expires_at: optionalNullable(
    Type.String({
      maxLength: 40,
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
      description: 'When it ends; RFC 3339. Without it, when somebody ends it',
      examples: ['2027-03-31T00:00:00Z'],
    }),
  ),
  password: optionalNullable(
    Type.String({ minLength: 4, maxLength: 200, description: 'What is asked for before the page is shown' }),
  ),
  version: optionalNullable(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'The label of a named version, which it then always shows; the current state where absent',
    }),
  ),
  frame_origins: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 20,
      description: 'Sites whose pages may contain it, as `https://intranet.example.com`; none where absent',
    }),
  ),
});
export type NewPageLink = Static<typeof CreatePageLinkRequest>;

const link = {
  id: Type.String({ description: 'As `plk_…`' }),
  workbook_id: Type.String(),
  kind: textEnum(['sheet', 'chart']),
  subject: Type.String({ description: 'The name of the sheet or chart' }),
  version: nullable(
    Type.String({ description: 'The named version that it shows; null for the current state' }),
  ),
  has_password: Type.Boolean(),
  frame_origins: Type.Array(Type.String()),
  expires_at: nullable(Type.String({ description: 'RFC 3339, UTC' })),
  created_by: Type.String({ description: 'The id of a user' }),
  created_at: Timestamp,
  opens: Type.Integer({ description: 'How often it was opened' }),
  last_opened_at: nullable(Type.String()),
};
export const PageLink = Type.Object(link);
export const CreatedPageLink = Type.Object({
  ...link,
  url: Type.String({ description: 'The address, told this once: only its hash is stored' }),
});
export const WorkspaceLink = Type.Composite([
  PageLink,
  Type.Object({
    workbook_title: nullable(Type.String({ description: 'Null where you may not enter the workbook' })),
  }),
]);
export const WorkspaceLinkList = Type.Object({ links: Type.Array(WorkspaceLink), next_cursor: NextCursor });
export const PageLinkListQuery = pageQuery(100);
export const PageLinkList = Type.Object({ links: Type.Array(PageLink), next_cursor: NextCursor });

export const PageLinkParams = Type.Object({
  workbook_id: WorkbookId,
  name: Type.String({ maxLength: LONGEST_NAME, description: 'The name of the sheet or chart, or its id' }),
  link_id: idOf('a link'),
});
const WorkspaceId = idOf('a workspace');
export const WorkspaceLinksParams = Type.Object({ workspace_id: WorkspaceId });
export const WorkspaceLinkParams = Type.Object({ workspace_id: WorkspaceId, link_id: idOf('a link') });
