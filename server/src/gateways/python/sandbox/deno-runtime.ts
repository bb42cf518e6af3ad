/** What the sandbox's scripts use of Deno. They declare the global themselves, so that no code for Node sees it. */
export interface DenoRuntime {
  args: string[];
  exit(code: number): never;
  readFile(path: string): Promise<Uint8Array>;
  stdin: { readable: AsyncIterable<Uint8Array> };
  stdout: { writeSync(bytes: Uint8Array): number };
  permissions: { revoke(permission: { name: 'read' }): Promise<unknown> };
}
