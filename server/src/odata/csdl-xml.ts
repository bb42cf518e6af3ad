import { ROW_ID } from '@workbook-data-service/sheets/values';
import { escapeHtml } from '../core/escape-html.js';
import { CONTAINER, type EdmType, type EntitySet, NAMESPACE } from './entity-types.js';

const CORE = 'Org.OData.Core.V1';
export const CORE_VOCABULARY = `https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${CORE}.xml`;
export const NAME_TERM = `${NAMESPACE}.Name`;
export const ABOUT_NAME = 'The name in the workbook, where it is no valid identifier of OData';

/** The metadata document: which sets and properties there are, and what they are called in the workbook. */
export function csdlXml(sets: readonly EntitySet[], version: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="${version}" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">
  <edmx:Reference Uri="${CORE_VOCABULARY}"><edmx:Include Namespace="${CORE}"/></edmx:Reference>
  <edmx:DataServices>
    <Schema Namespace="${NAMESPACE}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${sets.map(entityType).join('')}      <Term Name="Name" Type="Edm.String" AppliesTo="EntitySet Property">
        ${annotation(`${CORE}.Description`, ABOUT_NAME)}
      </Term>
      <EntityContainer Name="${CONTAINER}">
${sets.map(entitySet).join('')}      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>
`;
}

function entityType({ typeName, properties }: EntitySet): string {
  const listed = properties.map(({ name, edm, column }) =>
    element(
      'Property',
      `Name="${name}" Type="${edm.type}"${facets(edm)}`,
      told(name, column.name, column.description),
      8,
    ),
  );
  return `      <EntityType Name="${typeName}">
        <Key><PropertyRef Name="${ROW_ID}"/></Key>
        <Property Name="${ROW_ID}" Type="Edm.Int64" Nullable="false"/>
${listed.join('')}      </EntityType>
`;
}

function entitySet({ name, typeName, table: { record } }: EntitySet): string {
  const attributes = `Name="${name}" EntityType="${NAMESPACE}.${typeName}"`;
  return element('EntitySet', attributes, told(name, record.name, record.description), 8);
}

function facets({ precision, scale }: EdmType): string {
  return `${precision === undefined ? '' : ` Precision="${precision}"`}${scale === undefined ? '' : ` Scale="${scale}"`}`;
}

function told(name: string, trueName: string, description: string | null | undefined): string[] {
  return [
    ...(name === trueName ? [] : [annotation(NAME_TERM, trueName)]),
    ...(description ? [annotation(`${CORE}.Description`, description)] : []),
  ];
}

const annotation = (term: string, text: string) => `<Annotation Term="${term}" String="${attribute(text)}"/>`;

function element(tag: string, attributes: string, inside: string[], indent: number): string {
  const margin = ' '.repeat(indent);
  return `${margin}<${tag} ${attributes}${inside.length === 0 ? '/>' : `>${inside.join('')}</${tag}>`}\n`;
}

/** Characters that XML does not allow are left out; others that an attribute would lose are written as references. */
function attribute(text: string): string {
  return (
    escapeHtml(text.toWellFormed())
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[\t\n\r]/g, (blank) => `&#${blank.charCodeAt(0)};`)
  );
}
