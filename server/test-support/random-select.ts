import type { Random } from './random.js';

interface Source {
  alias: string;
  columns: string[];
}

interface Query {
  sql: string;
  columns: string[];
}

const inputTables: Source[] = [
  { alias: 't', columns: ['id', 'a', 'b'] },
  { alias: 'u', columns: ['id', 'a', 'c', 'd'] },
];
/** Few names, so that aliases, columns, tables and outer columns often share one. */
const names = ['a', 'b', 'c', 'id', 'k', 't'];

/** Generates SELECTs over the numbers of the tables `t` and `u`. DuckDB refuses some as ambiguous. */
export class RandomSelect {
  readonly #random: Random;
  #aliases = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  make(): string {
    return this.#query(3, [], inputTables).sql;
  }

  #query(depth: number, outer: Source[], tables: Source[]): Query {
    if (depth > 1 && this.#random.chance(20)) return this.#withCte(depth, outer, tables);
    if (depth > 1 && this.#random.chance(15)) return this.#setOperation(depth, outer, tables);
    return this.#select(depth, outer, tables);
  }

  #withCte(depth: number, outer: Source[], tables: Source[]): Query {
    const alias = this.#random.one(['t', 'u', 'x']);
    const cte = this.#query(depth - 1, outer, tables);
    const others = tables.filter((table) => table.alias !== alias);
    const body = this.#select(depth, outer, [...others, { alias, columns: cte.columns }]);
    return { sql: `with ${alias} as (${cte.sql}) ${body.sql}`, columns: body.columns };
  }

  #setOperation(depth: number, outer: Source[], tables: Source[]): Query {
    const left = this.#query(depth - 1, outer, tables);
    const right = this.#query(depth - 1, outer, tables);
    if (this.#random.chance(25)) {
      const columns = [...new Set([...left.columns, ...right.columns])];
      return { sql: `(${left.sql}) union all by name (${right.sql})`, columns };
    }
    const operator = this.#random.one(['union all', 'union', 'intersect', 'except']);
    const width = Math.min(left.columns.length, right.columns.length);
    const side = ({ sql, columns }: Query) => `(select ${columns.slice(0, width).join()} from (${sql}))`;
    return { sql: `${side(left)} ${operator} ${side(right)}`, columns: left.columns.slice(0, width) };
  }

  #select(depth: number, outer: Source[], tables: Source[]): Query {
    const { sql: from, sources } = this.#from(depth, outer, tables);
    const scopes = [...sources, ...sources, ...outer];
    const columns = this.#random.shuffled(names).slice(0, 1 + this.#random.below(3));
    const grouped = this.#random.chance(25);
    const items = columns.map((name, index) => {
      const value = this.#expression(depth, scopes, tables);
      return `${grouped && index > 0 ? `${this.#random.one(['sum', 'max', 'count'])}(${value})` : value} as ${name}`;
    });
    const clauses = [
      `select ${!grouped && this.#random.chance(10) ? 'distinct ' : ''}${items.join(', ')} from ${from}`,
      this.#random.chance(40) ? `where ${this.#condition(depth, scopes, tables)}` : '',
      grouped ? this.#random.one(['group by all', 'group by 1']) : '',
      grouped && this.#random.chance(30) ? `having count(*) > ${this.#random.below(3)}` : '',
      !grouped && this.#random.chance(10) ? `qualify ${this.#window(depth, scopes, tables)} > 1` : '',
      this.#random.chance(15) ? `order by all limit ${this.#random.below(4)}` : '',
    ];
    return { sql: clauses.filter((clause) => clause !== '').join(' '), columns };
  }

  #from(depth: number, outer: Source[], tables: Source[]): { sql: string; sources: Source[] } {
    let { sql, source } = this.#relation(depth, outer, tables);
    let sources = [source];
    for (let more = this.#random.below(3); more > 0 && depth > 1; more -= 1) {
      const kind = this.#random.one([
        'join',
        'left join',
        'right join',
        'full join',
        'semi join',
        'anti join',
        ',',
      ]);
      const lateral = kind === ',' || kind === 'join';
      const right = this.#relation(depth, lateral ? [...outer, ...sources] : outer, tables);
      const shared = source.columns.filter((column) => right.source.columns.includes(column));
      const both = [...sources, right.source];
      if (kind === ',') sql = `${sql}, ${right.sql}`;
      else if (shared.length > 0 && sources.length === 1 && this.#random.chance(40)) {
        sql = `${sql} ${kind} ${right.sql} using (${this.#random.one(shared)})`;
      } else
        sql = `${sql} ${kind} ${right.sql} on ${this.#reference(sources)} = ${this.#reference([right.source])}`;
      sources = kind === 'semi join' || kind === 'anti join' ? sources : both;
      source = right.source;
    }
    return { sql, sources };
  }

  #relation(depth: number, outer: Source[], tables: Source[]): { sql: string; source: Source } {
    this.#aliases += 1;
    const alias = `r${this.#aliases}`;
    if (depth > 1 && this.#random.chance(40)) {
      const { sql, columns } = this.#query(depth - 1, outer, tables);
      if (!this.#random.chance(20)) return { sql: `(${sql}) ${alias}`, source: { alias, columns } };
      const renamed = this.#random.shuffled(names).slice(0, columns.length);
      return { sql: `(${sql}) ${alias}(${renamed.join()})`, source: { alias, columns: renamed } };
    }
    const table = this.#random.one(tables);
    return { sql: `${table.alias} ${alias}`, source: { alias, columns: table.columns } };
  }

  #expression(depth: number, scopes: Source[], tables: Source[]): string {
    const operand = () => this.#reference(scopes);
    switch (this.#random.below(depth > 1 ? 9 : 6)) {
      case 0:
        return `${operand()} + ${operand()}`;
      case 1:
        return `case when ${this.#condition(1, scopes, tables)} then ${operand()} else ${operand()} end`;
      case 2:
        return `coalesce(${operand()}, ${this.#random.below(9)})`;
      case 3:
        return `list_sum(list_transform([${operand()}], ${this.#random.one(names)} -> ${operand()} + 1))`;
      case 6:
        return `(select ${operand()} + 1)`;
      case 7: {
        const { sql, columns } = this.#query(depth - 1, scopes, tables);
        return `(select max(${columns[0]}) from (${sql}))`;
      }
      default:
        return operand();
    }
  }

  #condition(depth: number, scopes: Source[], tables: Source[]): string {
    if (depth > 1 && this.#random.chance(25)) {
      const { sql, columns } = this.#query(depth - 1, scopes, tables);
      return this.#random.one([
        `exists (${sql})`,
        `${this.#reference(scopes)} in (select ${columns[0]} from (${sql}))`,
      ]);
    }
    return `${this.#reference(scopes)} ${this.#random.one(['<', '>=', '=', 'is distinct from'])} ${this.#reference(scopes)}`;
  }

  #window(depth: number, scopes: Source[], tables: Source[]): string {
    const value = this.#expression(Math.min(depth, 1), scopes, tables);
    return `count(*) over (partition by ${value})`;
  }

  /**
   * A column, often without its table if that is sufficient: its meaning then depends on everything around.
   */
  #reference(sources: Source[]): string {
    const { alias, columns } = this.#random.one(sources);
    const column = this.#random.one(columns);
    const rivals = new Set(sources.filter((one) => one.columns.includes(column)).map((one) => one.alias));
    return this.#random.chance(rivals.size > 1 ? 90 : 30) ? `${alias}.${column}` : column;
  }
}
