import { fittingWidth, paint, type Scene } from './paint.js';
import { type Palette, paletteOf } from './palette.js';
import type { GridColumn } from './types.js';

/** The canvas of a grid, as large as the part of the page that it fills, in the colours of the page. */
export class GridCanvas {
  readonly #context: CanvasRenderingContext2D;
  #palette: Palette | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly scroller: HTMLElement,
  ) {
    this.#context = canvas.getContext('2d', { alpha: false }) as CanvasRenderingContext2D;
  }

  /** Empties the canvas. */
  resize({ width, height }: { width: number; height: number }): void {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** The colours of the page are others now. */
  recolour(): void {
    this.#palette = undefined;
  }

  paint(scene: Omit<Scene, 'palette'>): void {
    paint(this.#context, { ...scene, palette: this.#colours });
  }

  widthFor(column: GridColumn, values: unknown[], language: Scene['language']): number {
    return fittingWidth(this.#context, column, values, { font: this.#colours.font, language });
  }

  get #colours(): Palette {
    this.#palette ??= paletteOf(this.scroller);
    return this.#palette;
  }
}
