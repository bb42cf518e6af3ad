import { posix } from 'node:path';
import type { Parts } from '../open-parts.js';

/** The parts of an xlsb file by name, in any case, and the links from one to others. */
export class XlsbLinks {
  readonly #parts: ReadonlyMap<string, Buffer>;

  constructor(parts: Parts) {
    this.#parts = new Map([...parts].map(([name, content]) => [name.toLowerCase(), content]));
  }

  part(name: string): Buffer | undefined {
    return this.#parts.get(name.toLowerCase());
  }

  /** The targets of a part's links by id: names of parts, or addresses outside the file. */
  targetsOf(name: string): Map<string, string> {
    const folder = posix.dirname(name);
    const xml = this.part(posix.join(folder, '_rels', `${posix.basename(name)}.rels`))?.toString() ?? '';
    const targets = new Map<string, string>();
    for (const [, tag = ''] of xml.matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)) {
      const target = attribute(tag, 'Target');
      const isExternal = attribute(tag, 'TargetMode') === 'External';
      targets.set(attribute(tag, 'Id'), isExternal ? target : posix.resolve('/', folder, target).slice(1));
    }
    return targets;
  }
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
  return value.replaceAll('&amp;', '&');
}
