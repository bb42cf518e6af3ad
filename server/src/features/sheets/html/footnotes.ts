import { escapeHtml } from '../../../core/escape-html.js';

/** Notes of cells, numbered in the order in which they appear, and listed below the table. */
export class Footnotes {
  readonly #notes: string[] = [];

  mark(note: string | null | undefined): string {
    if (!note) return '';
    this.#notes.push(note);
    return `<sup>${this.#notes.length}</sup>`;
  }

  list(): string {
    if (this.#notes.length === 0) return '';
    return `<ol class="notes">${this.#notes.map((note) => `<li>${escapeHtml(note)}</li>`).join('')}</ol>`;
  }
}
