/**
 * The parts of Deno that the sandbox's scripts use. They declare the global themselves, so that code for Node
 * cannot use it.
 */
export interface DenoRuntime {
  args: string[];
  exit(code: number): never;
  readFile(path: string): Promise<Uint8Array>;
  stdin: { readable: AsyncIterable<Uint8Array> };
  stdout: { writeSync(bytes: Uint8Array): number };
  permissions: { revoke(permission: { name: 'read' }): Promise<unknown> };
}
