import { ROW_HEIGHT, scaleOf } from './geometry.js';

/** Which part of the rows is in view, and the scroll bars that show it. */
export class ScrollPlace {
  #left = 0;
  #top = 0;
  #size = { width: 0, height: 0 };
  #scroller: HTMLElement | undefined;

  constructor(
    private readonly rowCount: () => number,
    private readonly onMove: () => void,
  ) {}

  get left(): number {
    return this.#left;
  }
  get top(): number {
    return this.#top;
  }
  get size(): { width: number; height: number } {
    return this.#size;
  }
  /** Browsers limit how high an element is: a pixel of the bar may be several of the rows. */
  get scale() {
    return scaleOf(this.rowCount(), this.#size.height);
  }

  /** Follows the bars of an element until the returned function is called. */
  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    const scrolled = () => this.#followBars(scroller);
    const wheeled = (event: WheelEvent) => this.#turnWheel(event);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    scroller.addEventListener('wheel', wheeled, { passive: false });
    return () => {
      scroller.removeEventListener('scroll', scrolled);
      scroller.removeEventListener('wheel', wheeled);
      this.#scroller = undefined;
    };
  }

  resize(size: { width: number; height: number }): void {
    this.#size = size;
  }

  moveTo({ left = this.#left, top = this.#top }: { left?: number; top?: number }): void {
    const { lowestTop, factor } = this.scale;
    this.#top = Math.max(0, Math.min(lowestTop, top));
    this.#left = Math.max(0, left);
    if (this.#scroller) {
      this.#scroller.scrollTop = this.#top / factor;
      this.#scroller.scrollLeft = this.#left;
      this.#left = this.#scroller.scrollLeft;
    }
    this.onMove();
  }

  #followBars({ scrollLeft, scrollTop }: HTMLElement): void {
    const { factor, lowestTop } = this.scale;
    // Where the view itself moved the bar, the bar is less exact than the view.
    if (Math.abs(scrollTop - this.#top / factor) > 1) this.#top = Math.min(lowestTop, scrollTop * factor);
    this.#left = scrollLeft;
    this.onMove();
  }

  /** Where a pixel of the bar is several of the rows, the wheel moves the rows themselves. */
  #turnWheel(event: WheelEvent): void {
    if (this.scale.factor === 1 || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? ROW_HEIGHT : 1);
    this.moveTo({ left: this.#left + event.deltaX, top: this.#top + pixels });
  }
}
