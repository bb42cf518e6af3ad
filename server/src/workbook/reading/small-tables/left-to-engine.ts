/** Thrown where the engine alone is sure to give the right answer. */
export class LeftToEngine extends Error {
  override readonly name = 'LeftToEngine';
}
