import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';
import { addBounded } from './bounded-list.js';

/** A relationship from one part to another, or out of the file. */
export interface Relationship {
  id: string;
  /** The last segment of its URI, which transitional and strict files share: `worksheet`, `styles`. */
  type: string;
  target: string;
  external: boolean;
}

const RELATIONSHIP = nameOf('Relationship');
const ID = nameOf('Id');
const TYPE = nameOf('Type');
const TARGET = nameOf('Target');
const TARGET_MODE = nameOf('TargetMode');

export function parseRelationships(name: string, bytes: Buffer): Relationship[] {
  const relationships: Relationship[] = [];
  scanBytes(name, bytes, () => ({
    open(element, tag) {
      if (element !== RELATIONSHIP) return;
      const type = tag.text(TYPE) ?? '';
      const relationship = {
        id: tag.text(ID) ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: tag.text(TARGET) ?? '',
        external: tag.text(TARGET_MODE)?.toLowerCase() === 'external',
      };
      addBounded(relationships, relationship, 'relationships');
    },
    close() {},
    text() {},
  }));
  return relationships;
}

/**
 * The part that a target refers to, relative to the part that names it (`''` for the package). Never leads
 * out of the package.
 */
export function resolveTarget(partName: string, target: string): string {
  const path = decodePercents(target).replaceAll('\\', '/');
  const segments = path.startsWith('/') ? [] : partName.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The path of a part's relationships: those of `xl/workbook.xml` are in `xl/_rels/workbook.xml.rels`. */
export function relsNameOf(partName: string): string {
  const nameAt = partName.lastIndexOf('/') + 1;
  return `${partName.slice(0, nameAt)}_rels/${partName.slice(nameAt)}.rels`;
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
