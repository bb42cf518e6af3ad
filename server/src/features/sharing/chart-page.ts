import { problem } from '../../core/problems.js';
import { wordsFor } from '../charts/chart-texts.js';
import { drawChart } from '../charts/draw-chart.js';
import type { PageViewer } from '../charts/page-viewer.js';
import { readableChart } from '../charts/render-chart.js';
import { withOwnIds } from '../charts/with-own-ids.js';
import type { ChartPlace } from '../places.js';
import type { Service } from '../service.js';
import { type HtmlPage, htmlPage } from '../sheets/html/html-page.js';

/** The page has both: nobody could read the letters of a wide chart that is shrunk to a phone. */
const sizes = { wide: { width: 760, height: 460 }, narrow: { width: 360, height: 400 } };
const CSS = `
.chart.narrow{display:none}
@media screen and (max-width:34rem){.chart.narrow{display:block}.chart.wide{display:none}.chart svg{width:auto;max-width:100%}}
`;

/** A chart as one page. */
export async function chartPage(service: Service, viewer: PageViewer, place: ChartPlace): Promise<HtmlPage> {
  const readable = await readableChart(service, viewer, place);
  const draw = async (size: keyof typeof sizes): Promise<string> => {
    const options = { format: 'svg', ...sizes[size] } as const;
    const { body } = await drawChart(service, readable.table, readable, options);
    if (typeof body !== 'string') throw problem('chart-failed');
    return `<figure class="chart ${size}">${withOwnIds(body, `${size}-`)}</figure>\n`;
  };
  return htmlPage({
    title: readable.title ?? readable.table.record.name,
    language: wordsFor(readable.shape, readable.title).language,
    content: (await draw('wide')) + (await draw('narrow')),
    css: CSS,
    isLandscape: false,
  });
}
