// Compresses the assets once, as well as can be, so that the service does not have to at each request.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const assets = new URL('../dist/assets', import.meta.url).pathname;
for (const name of readdirSync(assets).filter((name) => /\.(js|css|svg)$/.test(name))) {
  const bytes = readFileSync(join(assets, name));
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
