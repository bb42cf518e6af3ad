/** Simulated time. Work is written as async functions that wait for it to pass. */
export class Clock {
  now = 0;
  /** A binary heap: no event is later than the two at twice its place. */
  #events = [];

  /** Resolves after so many milliseconds of simulated time. */
  pass(ms) {
    return new Promise((resolve) => this.#plan(this.now + ms, resolve));
  }

  /** Does `work` after random pauses, as long as `pause` says, until a moment. */
  repeat(untilMs, pause, work) {
    const next = () => {
      work();
      plan();
    };
    const plan = () => {
      const at = this.now + pause();
      if (at <= untilMs) this.#plan(at, next);
    };
    plan();
  }

  /** Lets the time pass until a moment, however much is still to be done then. */
  async run(untilMs) {
    for (;;) {
      const event = this.#earliest();
      if (!event || event.at > untilMs) return;
      this.now = event.at;
      event.happen();
      // What waited for the event goes on before the next one.
      await new Promise(setImmediate);
    }
  }

  #plan(at, happen) {
    const heap = this.#events;
    let place = heap.push({ at, happen }) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (heap[above].at <= heap[place].at) return;
      [heap[above], heap[place]] = [heap[place], heap[above]];
      place = above;
    }
  }

  #earliest() {
    const heap = this.#events;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let place = 0; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let least = place;
      if (heap[left]?.at < heap[least].at) least = left;
      if (heap[right]?.at < heap[least].at) least = right;
      if (least === place) return first;
      [heap[least], heap[place]] = [heap[place], heap[least]];
      place = least;
    }
  }
}

/** Some servers with one queue: cores, connections, or a lock. */
export class Servers {
  busyMs = 0;
  #clock;
  #free;
  #queue = [];
  #taken = [];

  constructor(clock, count) {
    this.#clock = clock;
    this.#free = count;
  }

  /** Waits for a free one, and returns for how many milliseconds. */
  async enter() {
    const asked = this.#clock.now;
    if (this.#free > 0) this.#free--;
    else await new Promise((resolve) => this.#queue.push(resolve));
    this.#taken.push(this.#clock.now);
    return this.#clock.now - asked;
  }

  leave() {
    this.busyMs += this.#clock.now - this.#taken.shift();
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }
}
