import { compare } from './compare.mjs';
import { structureUpload } from './structure-upload.mjs';

/** What becomes of a case and its spec, how it differs from the truth, and how long it took (reading not included). */
export async function structureCase(one) {
  return structureRead(one, await one.page.read(one.format, one.base));
}

/** Likewise, with the sheet of the case as it was read before. */
export function structureRead(one, file) {
  const before = process.cpuUsage();
  try {
    const { made, spec } = structureUpload(file, one.base);
    return {
      sheet: file.sheet,
      dialect: file.dialect,
      spec,
      made,
      ...compare(one, made),
      cpuMs: cpuMsSince(before),
    };
  } catch (error) {
    const differences = [{ kind: 'error', table: '', detail: String(error) }];
    return {
      sheet: file.sheet,
      dialect: file.dialect,
      spec: null,
      made: [],
      reading: one.truths[0],
      right: [],
      differences,
      cpuMs: cpuMsSince(before),
    };
  }
}

function cpuMsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
