import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { EditedXlsx } from '../../sheets/test-support/edited-xlsx.js';
import type { Api } from './api.js';

interface Sent {
  confirm_deletes?: boolean;
  dry_run?: boolean;
  on_unreadable?: 'refuse' | 'skip';
  texts?: 'shared' | 'inline';
  as?: Api;
}

/** An exported file that is edited, and sent back again and again. */
export class ExportedFile {
  private constructor(
    readonly branchId: string,
    readonly book: EditedXlsx,
    private readonly workbook: string,
    private readonly api: Api,
  ) {}

  static async export(api: Api, workbook: string, tables: string[], more: object = {}) {
    const request = { record_branch: true, tables, ...more };
    const { bytes, headers, status } = await api.post(`${workbook}/export`, request);
    expect(status).toBe(200);
    return await ExportedFile.open(api, workbook, headers, bytes);
  }

  /** The file of an answer. */
  static async open(api: Api, workbook: string, headers: Headers, bytes: Uint8Array): Promise<ExportedFile> {
    const branchId = headers.get('x-svc-branch-id') as string;
    return new ExportedFile(branchId, await openBytes(bytes), workbook, api);
  }

  get sheet() {
    return this.book.sheet();
  }

  /** The address of a column's cell in a row of the sheet. */
  at(heading: string, sheetRow: number): string {
    return `${this.sheet.column(heading)}${sheetRow}`;
  }

  /** Writes cells by their headings. */
  write(sheetRow: number, cells: Record<string, Parameters<EditedXlsx['sheets'][0]['set']>[1]>): void {
    for (const [heading, value] of Object.entries(cells)) this.sheet.set(this.at(heading, sheetRow), value);
  }

  async bytes(saved: 'shared' | 'inline' = 'shared'): Promise<Uint8Array> {
    return await inDirectory(async (directory) => {
      const path = join(directory, 'edited.xlsx');
      await this.book.save(path, { texts: saved });
      return await readFile(path);
    });
  }

  async sync({ texts, as = this.api, ...query }: Sent = {}) {
    const content = await this.bytes(texts);
    const search = new URLSearchParams(query as Record<string, string>);
    return await as.upload(`${this.workbook}/sync?${search}`, { name: 'Orders.xlsx', content });
  }
}

async function openBytes(bytes: Uint8Array): Promise<EditedXlsx> {
  return await inDirectory(async (directory) => {
    const path = join(directory, 'exported.xlsx');
    await writeFile(path, bytes);
    return await EditedXlsx.open(path);
  });
}

async function inDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-exported-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}
