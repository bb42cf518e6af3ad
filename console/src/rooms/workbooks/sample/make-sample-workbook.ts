import { createTransform, createWorkbook, listTables } from '@workbook-data-service/client/api';
import { queryClient } from '../../../app/query-client.js';
import { service } from '../../../app/service.js';
import { currentLanguage } from '../../../preferences.js';
import { messages, textOf } from '../../../text/text.js';
import english from './sales-report.en.xlsx?url';
import japanese from './sales-report.ja.xlsx?url';

const texts = messages(
  {
    title: 'Sample: sales report',
    description:
      'A report as people make them: a title and notes, merged headers, months across, subtotals, one of which is wrong. And the tables behind it.',
    report: 'Sales report 2025.xlsx',
    customers: 'Customers.csv',
    byRegion: 'sales by region',
    region: 'Region',
  },
  {
    title: 'サンプル: 売上報告書',
    description:
      'よくある報告書です。表題と注記、結合された見出し、横に並ぶ月、小計があり、小計の一つは間違っています。そこから取り出された表をご覧ください。',
    report: '売上報告書2025.xlsx',
    customers: '顧客名簿.csv',
    byRegion: '地域別売上',
    region: '地域',
  },
);

const reports = { en: english, ja: japanese };
const customers = {
  en: `Customer,Region,E-mail,Phone,Since
Café Nord,North,hello@cafe-nord.example,011-555-0101,2019-04-01
Harbour Roasters,North,orders@harbour.example,011-555-0144,2021-10-15
Blue Door,South,kaori@bluedoor.example,06-5550-0199,2018-06-30
Station Espresso,South,info@station.example,06-5550-0122,2023-02-01
Lantern House,Overseas,buy@lantern.example,+44 20 5550 0100,2024-09-12
`,
  ja: `顧客,地域,メール,電話,取引開始
カフェ・ノール,北日本,hello@cafe-nord.example,011-555-0101,2019-04-01
港焙煎所,北日本,orders@harbour.example,011-555-0144,2021-10-15
青い扉,西日本,kaori@bluedoor.example,06-5550-0199,2018-06-30
駅前エスプレッソ,西日本,info@station.example,06-5550-0122,2023-02-01
ランタン・ハウス,海外,buy@lantern.example,+44 20 5550 0100,2024-09-12
`,
};

/**
 * A workbook to look around in. Answers where its report is as soon as that is read; the rest arrives while its user looks
 * at it.
 */
export async function makeSampleWorkbook(
  workspaceId: string | undefined,
): Promise<{ workbookId: string; source: string }> {
  const text = textOf(texts);
  const language = currentLanguage();
  const report = await (await fetch(reports[language])).blob();
  const { id } = await createWorkbook(service, {
    body: {
      title: text.title,
      description: text.description,
      ...(workspaceId && { workspace_id: workspaceId }),
    },
  });
  const workbook = service.workbook(id);
  const { source } = await workbook.upload(report, { filename: text.report });
  void queryClient.invalidateQueries({ queryKey: ['workbooks'] });
  // A sample without them is one all the same.
  addTheRest(id).catch(() => {});
  return { workbookId: id, source: source.name };
}

/** A plain list with personal data, and a table derived from the report. */
async function addTheRest(workbookId: string): Promise<void> {
  await deriveSalesByRegion(workbookId);
  const list = new Blob([customers[currentLanguage()]]);
  await service.workbook(workbookId).upload(list, { filename: textOf(texts).customers });
  await queryClient.invalidateQueries({ queryKey: ['workbook', workbookId] });
}

/** From the table that has the sales of each product, month by month. */
async function deriveSalesByRegion(workbookId: string): Promise<void> {
  const path = { workbook_id: workbookId };
  const { byRegion, region } = textOf(texts);
  const { artifacts } = await listTables(service, { path });
  const sales = artifacts
    .filter(({ schema }) => schema?.some(({ name }) => name === 'period'))
    .sort((a, b) => (b.row_count ?? 0) - (a.row_count ?? 0))[0];
  if (!sales) return;
  const code = `select "${region}", sum(value) as total from {{ sales }} group by all order by total desc`;
  const args = { sales: sales.name };
  await createTransform(service, {
    path,
    body: { name: byRegion, kind: 'sql', code, args, output: byRegion },
  });
}
