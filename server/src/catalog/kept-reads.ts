import { constants, type DatabaseSyncInstance } from '@photostructure/sqlite';

/** A part of the schema that statements read and write: the rows of a table as a whole, or one of its columns. */
class Part {
  readonly readers = new Set<KeptRead>();
  /** The last transaction that wrote to it. */
  writtenIn = 0;

  write(transaction: number): void {
    this.writtenIn = transaction;
    for (const reader of this.readers) reader.rows.clear();
  }
}

/** What a statement does when it runs. */
export interface Effects {
  reads: readonly Part[];
  writes: readonly Part[];
  /** It changes the schema, so that nothing is known any more. */
  changesSchema: boolean;
  beginsTransaction: boolean;
}

/** The rows of a statement by its parameters. */
interface KeptRead {
  reads: readonly Part[];
  rows: Map<string, readonly unknown[]>;
}

/** Of all statements; everything is forgotten when there is more. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Asking whether others wrote takes as long as finding all that a call reads. */
const CHECKED_AFTER_MS = 1;
/** What a result takes beside its texts. */
const CHARACTERS_OF_A_RESULT = 200;

/**
 * Keeps the rows of statements that nearly every call repeats (who calls, what they may do, which policies there are) until
 * something is written that they read. SQLite itself tells what a statement reads and writes, triggers and cascades included, and
 * only this process writes to the database; should another do so nevertheless, everything is read again.
 */
export class KeptReads {
  readonly #parts = new Map<string, Part>();
  readonly #kept = new Map<string, KeptRead>();
  readonly #database: DatabaseSyncInstance;
  readonly #dataVersion: () => unknown;
  #seenVersion: unknown;
  #checkedAt = 0;
  #transaction = 1;
  #characters = 0;
  /** Of the statement that is being prepared. */
  #reads = new Set<Part>();
  #writes = new Set<Part>();
  #changesSchema = false;
  #beginsTransaction = false;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    database.setAuthorizer((action, first, second) => {
      this.#note(action, first ?? '', second ?? '');
      return constants.SQLITE_OK;
    });
    const version = database.prepare('pragma data_version');
    version.setReturnArrays(true);
    this.#dataVersion = () => (version.get() as unknown as unknown[])[0];
    this.#seenVersion = this.#dataVersion();
  }

  /** What the statement does that `prepare` prepares. */
  effectsOf<Prepared>(prepare: () => Prepared): { prepared: Prepared; effects: Effects } {
    this.#reads = new Set();
    this.#writes = new Set();
    this.#changesSchema = false;
    this.#beginsTransaction = false;
    const prepared = prepare();
    const effects: Effects = {
      reads: [...this.#reads],
      writes: [...this.#writes],
      changesSchema: this.#changesSchema,
      beginsTransaction: this.#beginsTransaction,
    };
    return { prepared, effects };
  }

  /** To be called before a statement runs. */
  note({ writes, changesSchema, beginsTransaction }: Effects): void {
    if (beginsTransaction) this.#transaction++;
    for (const part of writes) part.write(this.#transaction);
    if (changesSchema) this.#forgetAll();
  }

  /** The rows that are known of a statement with these parameters, unless another program wrote since. */
  find(sql: string, parameters: readonly unknown[]): readonly unknown[] | undefined {
    return this.#kept.get(sql)?.rows.get(keyOf(parameters));
  }

  /** To be called before `find`. */
  forgetIfOthersWrote(): void {
    const now = performance.now();
    if (now < this.#checkedAt + CHECKED_AFTER_MS || this.#database.isTransaction) return;
    this.#checkedAt = now;
    const version = this.#dataVersion();
    if (version === this.#seenVersion) return;
    this.#seenVersion = version;
    this.#forgetAll();
  }

  /** Keeps the rows that a statement has just read, unless they are those of a transaction that may yet be rolled back. */
  keep(sql: string, parameters: readonly unknown[], { reads }: Effects, rows: unknown[]): void {
    const isUncommitted =
      this.#database.isTransaction && reads.some(({ writtenIn }) => writtenIn === this.#transaction);
    if (isUncommitted) return;
    const key = keyOf(parameters);
    this.#characters += CHARACTERS_OF_A_RESULT + key.length;
    for (const row of rows) this.#characters += charactersOf(Object.freeze(row) as object);
    if (this.#characters > MAX_CHARACTERS) this.#forgetAll();
    const kept = this.#kept.get(sql) ?? this.#register(sql, reads);
    kept.rows.set(key, Object.freeze(rows));
  }

  #register(sql: string, reads: readonly Part[]): KeptRead {
    const kept: KeptRead = { reads, rows: new Map() };
    this.#kept.set(sql, kept);
    for (const part of reads) part.readers.add(kept);
    return kept;
  }

  #forgetAll(): void {
    for (const { rows } of this.#kept.values()) rows.clear();
    this.#characters = 0;
  }

  #note(action: number, first: string, second: string): void {
    switch (action) {
      case constants.SQLITE_READ:
        this.#reads.add(this.#part(first));
        if (second !== '') this.#reads.add(this.#part(`${first}.${second}`));
        break;
      case constants.SQLITE_INSERT:
      case constants.SQLITE_DELETE:
        this.#writes.add(this.#part(first));
        break;
      case constants.SQLITE_UPDATE:
        this.#writes.add(this.#part(`${first}.${second}`));
        break;
      case constants.SQLITE_TRANSACTION:
        this.#beginsTransaction = first === 'BEGIN';
        break;
      case constants.SQLITE_SELECT:
      case constants.SQLITE_FUNCTION:
      case constants.SQLITE_RECURSIVE:
      case constants.SQLITE_SAVEPOINT:
      case constants.SQLITE_PRAGMA:
        break;
      default:
        this.#changesSchema = true;
    }
  }

  #part(name: string): Part {
    const known = this.#parts.get(name);
    if (known) return known;
    const part = new Part();
    this.#parts.set(name, part);
    return part;
  }
}

function charactersOf(row: object): number {
  let characters = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
  return characters;
}

function keyOf(parameters: readonly unknown[]): string {
  return JSON.stringify(parameters);
}
