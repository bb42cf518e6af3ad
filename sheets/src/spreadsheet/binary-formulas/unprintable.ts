/** Thrown for a formula that cannot be shown as its author would see it; the cell then has none. */
export class Unprintable extends Error {}
