import type { Author } from '../../catalog/change.js';
import { type LandedFile, landTablesOfSpecs } from '../../workbook/files/land-file.js';
import { type FileToRead, readWithModel } from '../model-reading/read-with-model.js';
import type { Service } from '../service.js';

/** A file as it landed, with the tables of other readings where a model found ones that no check finds worse. */
export async function landWithModel(
  service: Service,
  author: Author,
  request: Omit<FileToRead, 'specs'>,
  landed: LandedFile,
): Promise<LandedFile> {
  const { workbookId, file } = request;
  const specs = landed.sheets.flatMap(({ structure }) => structure?.spec ?? []);
  const read = await readWithModel(service, author, { ...request, specs });
  // Those without regions are left out by a rule, and do not count where tables are named by their file.
  const filled = read.filter(({ regions }) => regions.length > 0);
  const changed = filled.filter(({ readBy }) => readBy === 'model').flatMap(({ regions }) => regions);
  const again =
    changed.length > 0
      ? await landTablesOfSpecs(
          service.data,
          workbookId,
          file,
          filled,
          changed.map(({ id }) => id),
        )
      : [];
  const sheets = landed.sheets.map((sheet) => {
    const spec = read.find(({ name }) => name === sheet.name);
    const tables = again.find(({ name }) => name === sheet.name);
    if (!spec || !sheet.structure) return sheet;
    if (spec.readBy === 'model' && tables?.structure)
      return { ...tables, raw: sheet.raw, structure: { ...tables.structure, spec } };
    return { ...sheet, structure: { ...sheet.structure, spec } };
  });
  return { ...landed, sheets };
}
