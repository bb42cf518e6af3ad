import type { CellGrid } from '../../cell-grid.js';

/** How a row looks, and by how many signs it stands out: bold, a fill, a line above. */
interface RowLook {
  key: string;
  emphasis: number;
}

/**
 * Which rows are set off from most others: bold, or with a fill or a line above of their own. Among bold rows a plain
 * one is not set off.
 */
export class RowLooks {
  readonly #lookOf: (row: number) => RowLook;
  readonly #usual: RowLook | undefined;

  constructor(grid: CellGrid, column: number, rows: readonly number[]) {
    this.#lookOf = (row) => {
      const { bold, fill, borders } = grid.style(row, column);
      const signs = [bold, fill !== null, borders.top !== null];
      return { key: `${bold} ${fill} ${borders.top}`, emphasis: signs.filter(Boolean).length };
    };
    const looks = new Map<string, { look: RowLook; count: number }>();
    for (const row of rows) {
      const look = this.#lookOf(row);
      looks.set(look.key, { look, count: (looks.get(look.key)?.count ?? 0) + 1 });
    }
    const [usual] = [...looks.values()].sort(
      (a, b) => b.count - a.count || a.look.emphasis - b.look.emphasis,
    );
    this.#usual = usual?.look;
  }

  standsOut(row: number): boolean {
    const { key, emphasis } = this.#lookOf(row);
    return this.#usual !== undefined && key !== this.#usual.key && emphasis >= this.#usual.emphasis;
  }
}
