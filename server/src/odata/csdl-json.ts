import { ROW_ID } from '@workbook-data-service/sheets/values';
import { ABOUT_NAME, CORE_VOCABULARY, NAME_TERM } from './csdl-xml.js';
import { CONTAINER, type EntitySet, NAMESPACE } from './entity-types.js';

const DESCRIPTION = '@Org.OData.Core.V1.Description';

/** The metadata document as JSON. */
export function csdlJson(sets: readonly EntitySet[], version: string): object {
  return {
    $Version: version,
    $EntityContainer: `${NAMESPACE}.${CONTAINER}`,
    $Reference: {
      [CORE_VOCABULARY.replace(/xml$/, 'json')]: { $Include: [{ $Namespace: 'Org.OData.Core.V1' }] },
    },
    [NAMESPACE]: {
      ...Object.fromEntries(sets.map((set) => [set.typeName, entityType(set)])),
      Name: { $Kind: 'Term', $AppliesTo: ['EntitySet', 'Property'], [DESCRIPTION]: ABOUT_NAME },
      [CONTAINER]: {
        $Kind: 'EntityContainer',
        ...Object.fromEntries(
          sets.map(({ name, typeName, table: { record } }) => [
            name,
            {
              $Collection: true,
              $Type: `${NAMESPACE}.${typeName}`,
              ...told(name, record.name, record.description),
            },
          ]),
        ),
      },
    },
  };
}

function entityType({ properties }: EntitySet): object {
  return {
    $Kind: 'EntityType',
    $Key: [ROW_ID],
    [ROW_ID]: { $Type: 'Edm.Int64' },
    ...Object.fromEntries(
      properties.map(({ name, edm: { type, precision, scale }, column }) => [
        name,
        {
          // Texts are the default.
          ...(type !== 'Edm.String' && { $Type: type }),
          $Nullable: true,
          ...(precision !== undefined && { $Precision: precision }),
          ...(scale !== undefined && { $Scale: scale }),
          ...told(name, column.name, column.description),
        },
      ]),
    ),
  };
}

function told(name: string, trueName: string, description: string | null | undefined): object {
  return {
    ...(name !== trueName && { [`@${NAME_TERM}`]: trueName }),
    ...(description && { [DESCRIPTION]: description }),
  };
}
