import { ElementText } from '../xml/element-text.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import { addBounded } from './bounded-list.js';

/** `Object.fromEntries` turns them into `WorkbookProperties`. */
export type Property = [name: string, value: string];

const coreProperties = propertiesByElement({
  dc: ['title', 'subject', 'creator', 'description', 'language', 'identifier'],
  dcterms: ['created', 'modified'],
  cp: ['keywords', 'lastModifiedBy', 'lastPrinted', 'category', 'contentStatus', 'revision', 'version'],
});

const appProperties = propertiesByElement({
  ap: ['Application', 'AppVersion', 'Company', 'Manager', 'HyperlinkBase'],
});

/** `docProps/core.xml`: who created the workbook, and when. */
export function parseCoreProperties(name: string, bytes: Buffer): Property[] {
  return parseSimpleProperties(name, bytes, coreProperties);
}

/** `docProps/app.xml`: the program that created it, and for whom. */
export function parseAppProperties(name: string, bytes: Buffer): Property[] {
  return parseSimpleProperties(name, bytes, appProperties);
}

const PROPERTY = nameOf('property');
const NAME = nameOf('name');
const MAX_CUSTOM = 10_000;

/** `docProps/custom.xml`: custom properties; a value of whatever type is read as text. */
export function parseCustomProperties(name: string, bytes: Buffer): Property[] {
  const properties: Property[] = [];
  let property: Property | null = null;
  scanBytes(name, bytes, (scanner) => {
    const text = new ElementText(scanner);
    return {
      open(element, tag) {
        if (element === PROPERTY) property = [tag.text(NAME) ?? '', ''];
        else if (property) text.start();
      },
      close(element) {
        const value = text.finish().trim();
        if (element !== PROPERTY) {
          if (property && value) property[1] += property[1] ? `, ${value}` : value;
        } else if (property) {
          if (property[0] && property[1]) addBounded(properties, property, 'properties', MAX_CUSTOM);
          property = null;
        }
      },
      text: text.add,
    };
  });
  return properties;
}

/** Elements with their usual prefix, and without one. */
function propertiesByElement(namesByPrefix: Record<string, string[]>): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(namesByPrefix).flatMap(([prefix, names]) =>
      names.flatMap((name): [number, string][] => [
        [nameOf(`${prefix}:${name}`), name],
        [nameOf(name), name],
      ]),
    ),
  );
}

function parseSimpleProperties(name: string, bytes: Buffer, wanted: ReadonlyMap<number, string>): Property[] {
  const properties = new Map<string, string>();
  scanBytes(name, bytes, (scanner) => {
    const text = new ElementText(scanner);
    return {
      open(element) {
        if (wanted.has(element)) text.start();
      },
      close(element) {
        const property = wanted.get(element);
        if (!property) return;
        const value = text.finish().trim();
        if (value) properties.set(property, value);
      },
      text: text.add,
    };
  });
  return [...properties];
}
