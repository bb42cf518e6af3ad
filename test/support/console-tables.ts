import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ConsoleWorld } from './console.js';

/** Uploads a table as the owner, and answers the address of its page. */
export async function uploadedTable(world: ConsoleWorld, name: string, content: string): Promise<string> {
  const api = world.api;
  const workbook = await api.workbook();
  const { status } = await api.upload(
    `${workbook}/sources`,
    { name: `${name}.csv`, content },
    { structuring: 'skip' },
  );
  expect(status).toBe(201);
  return `${workbook.replace('/api/v1', '')}/tables/${name}`;
}

/** The texts of the cells of a row in view, as a screen reader finds them. */
export async function cellsOf(page: Page, row: number): Promise<string[]> {
  return await page
    .locator(`[aria-rowindex="${row + 1}"]`)
    .getByRole('gridcell')
    .allTextContents();
}

/** Clicks on a cell in view. The cells for screen readers lie over the picture, and let the pointer through. */
export async function clickCell(page: Page, row: number, column: string): Promise<void> {
  const header = page.getByRole('columnheader', { name: column });
  const index = await header.getAttribute('aria-colindex');
  await page
    .locator(`[aria-rowindex="${row + 1}"]`)
    .locator(`[role=gridcell][aria-colindex="${index}"]`)
    .click({ force: true });
}

/** How many colours the picture of the grid has, which screen readers do not see. */
export async function coloursDrawn(page: Page): Promise<number> {
  return await page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  })()`);
}
