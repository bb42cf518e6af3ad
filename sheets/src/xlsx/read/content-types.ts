import { tooComplex } from '../../core/file-error.js';
import { zipLimits } from '../../zip/zip-limits.js';
import { nameOf } from '../xml/names.js';
import { scanBytes } from '../xml/scan-part.js';

const DEFAULT = nameOf('Default');
const OVERRIDE = nameOf('Override');
const EXTENSION = nameOf('Extension');
const PART_NAME = nameOf('PartName');
const CONTENT_TYPE = nameOf('ContentType');

/** The content type of each part: by its own name, or by its extension. */
export class ContentTypes {
  readonly #ofParts = new Map<string, string>();
  readonly #ofExtensions = new Map<string, string>();

  static parse(name: string, bytes: Buffer): ContentTypes {
    const types = new ContentTypes();
    scanBytes(name, bytes, () => ({
      open(element, tag) {
        const type = tag.text(CONTENT_TYPE) ?? '';
        if (element === OVERRIDE) types.#ofParts.set(partKey(tag.text(PART_NAME) ?? ''), type);
        else if (element === DEFAULT) {
          types.#ofExtensions.set((tag.text(EXTENSION) ?? '').toLowerCase(), type);
        }
        if (types.#ofParts.size + types.#ofExtensions.size > zipLimits.entries) {
          throw tooComplex('file-many-content-types');
        }
      },
      close() {},
      text() {},
    }));
    return types;
  }

  contentTypeOf(partName: string): string | undefined {
    const key = partKey(partName);
    return this.#ofParts.get(key) ?? this.#ofExtensions.get(key.slice(key.lastIndexOf('.') + 1));
  }
}

/** Part names are case-insensitive, and here they begin with a slash. */
function partKey(name: string): string {
  return name.replace(/^\//, '').toLowerCase();
}
