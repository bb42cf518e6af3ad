import { Agent, type ToolResult } from './agent.js';
import type { Api } from './api.js';
import { routes, takingsReport } from './ferry-report.js';
import type { Staffed } from './members.js';
import { Transcript } from './transcript.js';

export const AGENT = 'Quarter close';
const SOURCE = 'takings.xlsx';

const statedTotals = '"takings_計算項目"';

/** Stated against computed, by month and by route. */
const check = (
  by: 'period' | 'route',
  stated: string,
) => `select ${by}, sum(t.value) as rows, any_value(s.value) as stated
from takings t join ${statedTotals} s using (${by})
where ${stated}
group by ${by} having rows <> stated
order by ${by}`;
const byMonth = check('period', "s.route = 'Total'");
const byRoute = check('route', "s.period = 'Quarter'");

/** The quarter of a ferry line, from the report that its office sends to a checked one. */
export class QuarterClose {
  readonly transcript: Transcript;

  private constructor(
    private readonly agent: Agent,
    readonly owner: Api,
    /** The path of the workbook. */
    readonly workbook: string,
    readonly token: Api,
  ) {
    this.transcript = new Transcript({ [this.#id]: 'wb_ferries', [owner.url]: 'https://data.example.com' });
    this.transcript.ask(
      'Here is the first quarter of the ferries. Put it into our workbook, show takings by port and month, and check that it adds up.',
    );
  }

  /** A workbook with the routes, and an agent with a token of a member of the workspace. */
  static async prepare({ owner, members }: Staffed<'ada'>): Promise<QuarterClose> {
    const workbook = await owner.workbook('Northwind Ferries');
    await owner.upload(`${workbook}/sources`, routes, { structuring: 'skip' });
    const { workspace_id } = (await owner.get('/api/v1/me')).body;
    const token = await members.ada.api.mint(['workbooks:write'], { resource: `workspace:${workspace_id}` });
    return new QuarterClose(await Agent.connect(token, { name: AGENT }), owner, workbook, token);
  }

  get #id(): string {
    return this.workbook.split('/').at(-1) as string;
  }

  #call(tool: string, input: Record<string, unknown>, shown: Parameters<Transcript['call']>[3]) {
    return this.transcript.call(this.agent, tool, { workbook_id: this.#id, ...input }, shown);
  }

  async find() {
    const { transcript } = this;
    transcript.heading('Find the data');
    const listed = await transcript.call(this.agent, 'list_workbooks', {}, ({ workbooks }) => ({
      workbooks: workbooks.map(({ id, title }: Named) => ({ id, title })),
    }));
    const found = await transcript.call(this.agent, 'search', { text: 'route' }, ({ tables }) => ({
      tables: tables.map(({ workbook_id, name, columns }: Named) => ({ workbook_id, name, columns })),
    }));
    return { listed, found };
  }

  async readReport() {
    const { transcript } = this;
    transcript.heading('Take in the report');
    transcript.say(
      'The report has a title, groups of rows, months across and totals among the rows. Its tables are made in a second step (`staged`), so that nothing wrong is made of it first.',
    );
    await this.#call(
      'upload',
      {
        filename: SOURCE,
        content: takingsReport.toString('base64'),
        encoding: 'base64',
        structuring: 'staged',
      },
      ({ source, is_new, table_count }) => ({ source, is_new, table_count }),
    );
    await this.#call('analyze', { source: SOURCE }, (body) => body);
    const read = await this.#call('read_parse_spec', { source: SOURCE }, shownRegion);
    transcript.say(
      'Header and totals are right. But a table for each level is not what is wanted: one with a row for each route and month is. The agent says so by `layout`, and names the columns as `routes` does.',
    );
    const correction = {
      source: SOURCE,
      regions: [
        {
          id: 'r2',
          layout: 'crosstab',
          columns: [
            { source: 'A', name: 'route' },
            { source: 'B', name: 'vessel' },
          ],
        },
      ],
    };
    const corrected = await this.#call('correct_parse_spec', correction, shownLayout);
    const made = await this.#call('materialize', { source: SOURCE, regions: ['r2'] }, (body) => body);
    transcript.say(
      'The rows are in `takings`; what the sheet states about them, its totals, is in a table of its own.',
    );
    return { read, corrected, made };
  }

  async derive() {
    const { transcript } = this;
    transcript.heading('Ask, and derive a table');
    const asked = await this.#call(
      'query',
      {
        sql: 'select port, sum(value) as takings, sum(captain_pay) as pay\nfrom takings join routes using (route)\ngroup by port order by port',
      },
      ({ rows }) => ({ rows }),
    );
    const derived = await this.#call(
      'create_transform',
      {
        name: 'takings by port',
        kind: 'sql',
        code: `select port, strptime(period || ' 2026', '%B %Y')::date as month, sum(value) as takings
from {{ takings }} join {{ routes }} using (route)
group by all`,
        args: { takings: 'takings', routes: 'routes' },
        output: 'by_port',
        key: ['port', 'month'],
      },
      ({ output, row_count }) => ({ output, row_count }),
    );
    return { asked, derived };
  }

  async show() {
    const { transcript } = this;
    transcript.heading('Make a chart and a report, and pin the state');
    await this.#call(
      'create_chart',
      { name: 'Takings', chart_type: 'bar', table: 'by_port', x: 'month', y: ['takings'], series: 'port' },
      ({ name, replaced }) => ({ name, replaced }),
    );
    const chart = await this.#call('render_chart', { chart: 'Takings' }, (_, content) => pictureOf(content));
    transcript.say('![Takings by month and port](pictures/agent-job.png)');
    const sheet = await this.#call(
      'put_sheet',
      {
        sheet: 'First quarter',
        blocks: [
          { kind: 'heading', text: 'Takings of the first quarter, in thousand crowns' },
          { kind: 'chart', chart: 'Takings' },
          {
            kind: 'table_view',
            table: 'by_port',
            order_by: 'month',
            totals: [{ column: 'takings', fn: 'sum' }],
          },
        ],
      },
      (body) => body,
    );
    await this.#call('create_version', { label: 'as printed' }, ({ label }) => ({ label }));
    return { chart, sheet };
  }

  async correct() {
    const { transcript } = this;
    transcript.heading('Check it, correct it, take a mistake back');
    const off = await this.#call('query', { sql: byMonth }, ({ rows }) => ({ rows }));
    transcript.say('March does not add up. The agent suspects the route from Quay to Cape:');
    const march = await this.#call(
      'read_rows',
      {
        table: 'takings',
        filter: { column: 'period', op: 'eq', value: 'March' },
        columns: ['route', 'value'],
      },
      ({ rows, edit_version }) => ({ rows, edit_version }),
    );
    const { edit_version } = march.body;
    const guess = await this.#edit({ __svc_row_id: rowOf(march, 'Quay to Cape'), value: 738 }, edit_version);
    const still = await this.#call('query', { sql: byRoute }, ({ rows }) => ({ rows }));
    transcript.say('Now two routes are off: it was not that one. The edit is taken back by its `op_id`.');
    const undone = await this.#call('undo', { op_id: guess.body.op_id }, ({ op_id, rows, tables }) => ({
      op_id,
      rows,
      tables: tables.map(({ name, edit_version }: { name: string; edit_version: number }) => ({
        name,
        edit_version,
      })),
    }));
    const reviewed = await this.#call('review', { target: 'takings' }, ({ finding_count, findings }) => ({
      finding_count,
      findings: findings.map(({ severity, message }: Record<string, string>) => ({ severity, message })),
    }));
    transcript.say('The row and the column that are off by 36 meet in E11: 404 was typed for 440.');
    const [{ edit_version: now }] = undone.body.tables;
    const edit = await this.#edit({ __svc_row_id: rowOf(march, 'Quay to Sound'), value: 440 }, now);
    const run = await this.#call('run_transform', {}, ({ recomputed, failed }) => ({ recomputed, failed }));
    const right = await this.#call('query', { sql: byRoute }, ({ rows }) => ({ rows }));
    const difference = await this.#call('diff_versions', { from: 'as printed' }, ({ tables }) => ({
      tables: tables.map(({ name, rows, cells: [cell] }: Diff) => ({
        name,
        rows,
        cells: [{ column: cell?.column, old: cell?.old, new: cell?.new }],
      })),
    }));
    return { off, still, undone, reviewed, edit, run, right, difference };
  }

  #edit(row: Record<string, unknown>, expected_version: number) {
    return this.#call(
      'upsert_rows',
      { table: 'takings', rows: [row], expected_version },
      ({ updated, edit_version, op_id, stale }) => ({ updated, edit_version, op_id, stale }),
    );
  }

  async handOver() {
    const { transcript, owner, workbook } = this;
    transcript.heading('Hand it over');
    transcript.say(
      'Meanwhile the owner of the workbook has masked what captains earn. The token is that of a member, so the column is NULL for the agent from now on, in every tool and in files:',
    );
    await owner.post(`${workbook}/tables/routes/columns/captain_pay/tags`, { tag: 'pay' });
    await owner.put(`${workbook}/policies/pay`, { role: '*', effect: 'mask' });
    const masked = await this.#call(
      'query',
      { sql: 'select captain, captain_pay from routes order by captain limit 2' },
      ({ columns, rows }) => ({ columns, rows }),
    );
    const sheet = await this.#call(
      'render_sheet',
      { sheet: 'First quarter', format: 'pdf' },
      ({ url, tables }) => ({
        url: unsigned(url),
        tables,
      }),
    );
    const tables = ['by_port', 'routes'];
    const exported = await this.#call(
      'export',
      { tables, link_hours: 48 },
      ({ url, url_expires_at: _, ...body }) => ({
        url: unsigned(url),
        ...body,
      }),
    );
    transcript.say(
      'Both links open without a token, for an hour and for two days, and show what the agent may see.',
    );
    const ops = await this.#call('list_ops', { limit: 100 }, ({ ops }) => ({
      ops: ops.map(({ op_id, kind, table, actor }: Named) => ({ op_id, kind, table, actor })),
    }));
    return { masked, sheet, exported, ops };
  }
}

type Named = Record<string, unknown>;

/** Ids of derived rows differ from run to run. */
type Diff = { name: string; rows: object; cells: Named[] };

const rowOf = ({ body }: ToolResult, route: string): number =>
  body.rows.find((row: { route: string }) => row.route === route).__svc_row_id;

/** The region with the table, without what is not decided there. */
function shownRegion({ spec_version, regions }: ToolResult['body']) {
  const { id, kind, range, layout, header_rows, total_rows, columns, questions, confidence } = regions.find(
    (region: { kind: string }) => region.kind === 'data',
  );
  return {
    spec_version,
    regions: [{ id, kind, range, layout, header_rows, total_rows, columns, questions, confidence }],
  };
}

function shownLayout(body: ToolResult['body']) {
  const { spec_version, regions } = shownRegion(body);
  return { spec_version, regions: regions.map(({ id, layout }) => ({ id, layout })) };
}

export const pngOf = (content: ToolResult['content']): Buffer =>
  Buffer.from(content.find(({ type }) => type === 'image').data, 'base64');

function pictureOf(content: ToolResult['content']): string {
  const png = pngOf(content);
  return `a picture (png), ${png.readUInt32BE(16)} x ${png.readUInt32BE(20)} pixels`;
}

/** Without what differs from run to run. */
const unsigned = (url: string): string => url.replace(/by=.*/, 'by=…&expires=…&sig=…');
