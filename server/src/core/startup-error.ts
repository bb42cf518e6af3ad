/** A reason not to start that the operator can fix: its message is shown without a stack trace. */
export class StartupError extends Error {
  override readonly name: string = 'StartupError';
}
