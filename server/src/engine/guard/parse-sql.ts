import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';

/** The parse tree of a text as JSON text. */
export type ParseSql = (sql: string) => Promise<string>;

const PARSE = 'select json_serialize_sql($1::varchar)';
const MAX_IDLE = 4;

export function parseOn(connection: DuckDBConnection): ParseSql {
  return async (sql) => String((await connection.runAndReadAll(PARSE, [sql])).getRows()[0]?.[0]);
}

interface Parser {
  connection: DuckDBConnection;
  statement: DuckDBPreparedStatement;
}

/** Connections that only parse, with that statement prepared. Each parses one text at a time, so that no two mix. */
export class SqlParsers {
  readonly #instance: DuckDBInstance;
  readonly #idle: Parser[] = [];

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  readonly parse: ParseSql = async (sql) => {
    const parser = this.#idle.pop() ?? (await this.#start());
    try {
      parser.statement.bindVarchar(1, sql);
      const reader = await parser.statement.runAndReadAll();
      const tree = String(reader.getRows()[0]?.[0]);
      if (this.#idle.length < MAX_IDLE) this.#idle.push(parser);
      else parser.connection.closeSync();
      return tree;
    } catch (error) {
      parser.connection.closeSync();
      throw error;
    }
  };

  async #start(): Promise<Parser> {
    const connection = await this.#instance.connect();
    try {
      return { connection, statement: await connection.prepare(PARSE) };
    } catch (error) {
      connection.closeSync();
      throw error;
    }
  }
}
