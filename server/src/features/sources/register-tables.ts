import type { Change } from '../../catalog/change.js';
import type { SourceRecord } from '../../catalog/source-records.js';
import { keepLanding, setStructured } from '../../catalog/table-landings.js';
import { nameKey, type TableRecord } from '../../catalog/tables.js';
import { cleanTableName, freeName, stem } from '../../core/file-names.js';
import type { LandedSheet, LandedTable, StructuredTable } from '../../workbook/files/land-file.js';
import { insertTable } from '../../workbook/writing/write-tables.js';

interface SheetsToRegister {
  source: SourceRecord;
  opId: number;
  sheets: LandedSheet[];
  /** The number of sheets in the file, if these are not all. */
  sheetsInFile?: number;
  specVersion?: number;
  /** By sheet, the raw tables that landed before. */
  rawIds?: ReadonlyMap<string, string>;
}

/**
 * Creates the tables of a file. A structured sheet becomes its active tables and an archived raw table; any other
 * sheet becomes an active raw table.
 */
export async function registerSheets(c: Change, registration: SheetsToRegister): Promise<TableRecord[]> {
  const { source, sheets, sheetsInFile = sheets.length } = registration;
  const names = await TableNames.of(c, source.workbook_id);
  const registrar = new Registrar(c, registration, names);
  const tables: TableRecord[] = [];
  for (const sheet of sheets) {
    const base = sheetTableName(source, sheet.name, sheetsInFile, names);
    if (sheet.tables.length === 0) {
      if (sheet.raw)
        tables.push(
          await registrar.landRaw(
            sheet.raw,
            sheet.name,
            names.take(base),
            sheet.goesElsewhere ? 'archived' : 'active',
          ),
        );
      continue;
    }
    const structuredNames = sheet.tables.map(({ name }) => names.take(name));
    const raw =
      sheet.raw && (await registrar.landRaw(sheet.raw, sheet.name, names.take(`${base}_raw`), 'archived'));
    for (const [index, table] of sheet.tables.entries()) {
      const rawId = raw?.id ?? registration.rawIds?.get(sheet.name) ?? null;
      const name = structuredNames[index] as string;
      const state = sheet.goesElsewhere ? 'archived' : 'active';
      tables.push(await registrar.landStructured(table, sheet.name, name, rawId, state));
    }
    if (raw) tables.push(raw);
  }
  return tables;
}

class Registrar {
  constructor(
    private readonly c: Change,
    private readonly registration: SheetsToRegister,
    readonly names: TableNames,
  ) {}

  async landRaw(
    table: LandedTable,
    sheet: string,
    name: string,
    state: TableRecord['state'],
  ): Promise<TableRecord> {
    return await this.#insert(table, sheet, name, state);
  }

  async landStructured(
    table: StructuredTable,
    sheet: string,
    name: string,
    rawTableId: string | null,
    state: TableRecord['state'],
  ): Promise<TableRecord> {
    const row = await this.#insert({ ...table, origin: null }, sheet, name, state);
    await this.c.tx
      .insertInto('structured_tables')
      .values({
        table_id: row.id,
        raw_table_id: rawTableId,
        role: table.role,
        spec_version: this.registration.specVersion ?? null,
        provenance_hash: table.provenance.hash,
        sheet_columns: JSON.stringify(table.sheetColumns),
      })
      .execute();
    return row;
  }

  async #insert(
    table: LandedTable,
    sheet: string,
    name: string,
    state: TableRecord['state'],
  ): Promise<TableRecord> {
    const { source, opId } = this.registration;
    const { columns, rowCount, segment, origin } = table;
    return await insertTable(this.c, {
      workbookId: source.workbook_id,
      opId,
      name,
      kind: 'base',
      state,
      columns,
      rowCount,
      segment,
      source: { id: source.id, sheet, filename: source.name },
      origin,
    });
  }
}

/** Notes by which version of the parse spec a table is as it is. */
export async function setSpecVersion(c: Change, tableId: string, specVersion: number): Promise<void> {
  await keepLanding(c, tableId);
  await setStructured(c, tableId, { spec_version: specVersion });
}

/** Gives names to new tables of a workbook that none of its tables has. */
export async function tableNameTaker(c: Change, workbookId: string): Promise<(wanted: string) => string> {
  const names = await TableNames.of(c, workbookId);
  return (wanted) => names.take(wanted);
}

/** The table names of a workbook, each assigned once. */
export class TableNames {
  readonly #taken: Set<string>;

  private constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  static async of(c: Change, workbookId: string): Promise<TableNames> {
    const rows = await c.tx
      .selectFrom('tables')
      .select('name_key')
      .where('workbook_id', '=', workbookId)
      .execute();
    return new TableNames(rows.map((row) => row.name_key));
  }

  has(name: string): boolean {
    return this.#taken.has(nameKey(name));
  }

  take(wanted: string): string {
    const name = freeName(cleanTableName(wanted), (candidate) => this.has(candidate));
    this.#taken.add(nameKey(name));
    return name;
  }
}

/** A single sheet is named after its file; several are named after themselves, prefixed with the file if taken. */
function sheetTableName({ name }: SourceRecord, sheet: string, sheets: number, names: TableNames): string {
  const file = cleanTableName(stem(name));
  if (sheets === 1) return file;
  const bySheet = cleanTableName(sheet);
  return names.has(bySheet) ? cleanTableName(`${file}_${bySheet}`) : bySheet;
}
