import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/**
 * Runs the bundle beside a program, as Node runs a CommonJS module, but with the code that V8 compiled of it at the build.
 * Another version of V8, or one with other flags, refuses that code and compiles the bundle anew.
 */
export default function runBundle(program: string): { tookKept: boolean; keepCompiled: () => void } {
  const path = fileURLToPath(program).replace(/\.js$/, '.cjs');
  const source = readFileSync(path);
  // Named after the source, of which V8 itself compares only the length.
  const compiled = `${path}.${createHash('sha1').update(source).digest('hex')}.compiled`;
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: path,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
  });
  const require = createRequire(path);
  const module = Object.assign(new Module(path), { filename: path, loaded: true });
  // Parts of the bundle that are loaded when they are needed import from it.
  require.cache[path] = module;
  script.runInThisContext()(module.exports, require, module, path, dirname(path));
  return {
    tookKept: script.cachedDataRejected === false,
    /** Functions are compiled when they are first called, so this is worth most once the program is ready. */
    keepCompiled() {
      writeFileSync(compiled, script.createCachedData());
      // The service makes its files private, and this one belongs to the program.
      chmodSync(compiled, 0o644);
    },
  };
}
