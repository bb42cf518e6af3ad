import { damaged } from '../../core/file-error.js';
import type { ZipArchive } from '../../zip/zip-archive.js';
import { scanPart } from '../xml/scan-part.js';
import type { XmlHandler, XmlScanner } from '../xml/xml-scanner.js';
import { ContentTypes } from './content-types.js';
import { parseRelationships, type Relationship, relsNameOf, resolveTarget } from './relationships.js';

/** A relationship whose target is the name of a part, unless it is external. */
export type PartLink = Relationship;

const CONTENT_TYPES = '[Content_Types].xml';

/** The parts of an Office file and the relationships between them. */
export class OfficePackage {
  readonly #archive: ZipArchive;
  readonly contentTypes: ContentTypes;

  private constructor(archive: ZipArchive, contentTypes: ContentTypes) {
    this.#archive = archive;
    this.contentTypes = contentTypes;
  }

  static async open(archive: ZipArchive): Promise<OfficePackage> {
    const entry = archive.find(CONTENT_TYPES);
    const types = entry ? ContentTypes.parse(entry.name, await archive.bytes(entry)) : new ContentTypes();
    return new OfficePackage(archive, types);
  }

  has(part: string): boolean {
    return this.#archive.find(part) !== undefined;
  }

  /** Every part whose content type matches. */
  partsOfType(type: RegExp): string[] {
    return this.#archive.entries
      .map(({ name }) => name)
      .filter((name) => type.test(this.contentTypes.contentTypeOf(name) ?? ''));
  }

  /** The relationships of a part, or of the package itself. */
  async linksOf(part = ''): Promise<PartLink[]> {
    const entry = this.#archive.find(relsNameOf(part));
    if (!entry) return [];
    const relationships = parseRelationships(entry.name, await this.#archive.bytes(entry));
    return relationships.map((one) =>
      leadsOut(one) ? one : { ...one, target: resolveTarget(part, one.target) },
    );
  }

  async bytes(part: string): Promise<Buffer | undefined> {
    const entry = this.#archive.find(part);
    return entry && (await this.#archive.bytes(entry));
  }

  /** Scans a part with a handler, and returns that handler. */
  async scan<Handler extends XmlHandler>(
    part: string,
    handler: (scanner: XmlScanner) => Handler,
  ): Promise<Handler> {
    const entry = this.#archive.find(part);
    if (!entry) throw damaged('xlsx-part-missing', { part });
    let made: Handler | undefined;
    await scanPart(this.#archive, entry, (scanner) => {
      made = handler(scanner);
      return made;
    });
    return made as Handler;
  }
}

/** A hyperlink is always an address for people, never a part, even if it is not marked as external. */
function leadsOut({ external, type }: Relationship): boolean {
  return external || type === 'hyperlink';
}
