import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KEY_BYTES } from '../core/secret-box.js';
import { StartupError } from '../core/startup-error.js';

/** A wrong or unreadable key, which the operator has to correct. */
export class KeyRefused extends StartupError {
  override readonly name = 'KeyRefused';
}

/** The file of the secret key if SVC_SECRET_KEY is not set. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'secret.key');

/** Returns the key in this file, which only its owner can read; creates it if necessary. */
export function readOrCreateKeyFile(path: string): Buffer {
  return readKey(path) ?? createKey(path);
}

function readKey(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new KeyRefused(
      `${path} does not hold a key of ${KEY_BYTES} bytes in base64: restore it from a backup.`,
    );
  return key;
}

/** The file is complete and on disk before it gets its name; if two processes create one, both use the first. */
function createKey(path: string): Buffer {
  const unnamed = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(unnamed, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(unnamed, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(unnamed);
  }
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
  return readKey(path) as Buffer;
}
