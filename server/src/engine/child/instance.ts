import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { literal } from '../../core/sql-text.js';

export interface InstanceOptions {
  memoryMb: number;
  temporaryMb: number;
  temporaryDir: string;
  /** The only directories whose files this instance may access. */
  directories: string[];
}

/** The cache directory may be deleted at any time, so they are created again before each use. */
export function makeDirectories(options: InstanceOptions): void {
  for (const directory of [options.temporaryDir, ...options.directories])
    mkdirSync(directory, { recursive: true });
}

/** An instance that can access nothing but the given directories, and whose settings are locked. */
export async function openInstance(options: InstanceOptions): Promise<DuckDBInstance> {
  makeDirectories(options);
  const instance = await DuckDBInstance.create(':memory:', { threads: String(availableParallelism()) });
  const connection = await instance.connect();
  // The order matters: directories before access is closed, the lock last; limits given at creation are not
  // enforced.
  const settings = [
    `set memory_limit = '${options.memoryMb}MB'`,
    `set temp_directory = ${literal(options.temporaryDir)}`,
    `set max_temp_directory_size = '${options.temporaryMb}MB'`,
    `set allowed_directories = [${options.directories.map(literal).join(', ')}]`,
    'set autoinstall_known_extensions = false',
    'set autoload_known_extensions = false',
    'set allow_community_extensions = false',
    'set enable_external_access = false',
    'set preserve_insertion_order = true',
    "set TimeZone = 'UTC'",
    'set lock_configuration = true',
  ];
  for (const setting of settings) await connection.run(setting);
  connection.closeSync();
  return instance;
}

export async function withConnection<Result>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
  }
}
