import { SecretNotOpened } from '../core/secret-box.js';
import type { Catalog } from './catalog.js';

/** A sealed text opens only for the purpose that it was sealed for, which names its row. */
export function sealText({ keys }: Catalog, text: string, purpose: string): string {
  return keys.secrets.seal(Buffer.from(text), purpose);
}

/** Undefined if no key of the service opens it, as after a restore with another key. */
export function openText({ keys }: Catalog, sealed: string, purpose: string): string | undefined {
  try {
    return keys.secrets.open(sealed, purpose).plaintext.toString();
  } catch (error) {
    if (error instanceof SecretNotOpened) return undefined;
    throw error;
  }
}

const RESEALED_AT_ONCE = 500;

interface SealedColumn<Row> {
  /** Rows after this one, in an order of their own, whose text does not begin with the prefix. */
  rowsAfter(last: Row | undefined, page: { withoutPrefix: string; limit: number }): Promise<Row[]>;
  sealed(row: Row): string;
  purpose(row: Row): string;
  /** Must do nothing if the text was replaced since the row was read. */
  replace(row: Row, sealed: string): Promise<unknown>;
}

/** Seals with the current key what the previous one has sealed, so that the previous key can be given up. */
export async function resealColumn<Row>(catalog: Catalog, column: SealedColumn<Row>): Promise<void> {
  const page = { withoutPrefix: catalog.keys.secrets.currentPrefix, limit: RESEALED_AT_ONCE };
  for (let rows: Row[] = []; ; ) {
    rows = await column.rowsAfter(rows.at(-1), page);
    for (const row of rows) {
      const text = openText(catalog, column.sealed(row), column.purpose(row));
      if (text !== undefined) await column.replace(row, sealText(catalog, text, column.purpose(row)));
    }
    if (rows.length < RESEALED_AT_ONCE) return;
  }
}
