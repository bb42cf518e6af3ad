import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ChartInfo, deleteChart, listCharts, renderChart } from '@workbook-data-service/client/api';
import { ChartColumn, Download, Pencil, Plus, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SharePageDialog } from '../../app/page-links/share-page-dialog.js';
import { service, serviceUrl } from '../../app/service.js';
import { TableTitle } from '../../app/table-title.js';
import { useRights } from '../../app/use-rights.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { ButtonAnchor, ButtonLink, IconButton } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { firstChoices } from './chart-choices.js';
import { ChartComposer } from './chart-composer.js';
import { chartTexts } from './chart-texts.js';
import { ChartView } from './chart-view.js';
import styles from './charts-page.module.css';
import type { DrawnChart } from './drawn-chart.js';

const ROUTE = '/signed-in/workbooks/$workbookId/charts';

/** The charts of a workbook; with a table in the address, a chart of it is composed. */
export function ChartsPage() {
  const text = useText(chartTexts);
  const { workbookId } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const { mayWrite } = useRights(workbookId);
  const tables = useQuery(tablesQuery(workbookId));
  const charts = useQuery({
    queryKey: ['workbook', workbookId, 'charts'],
    queryFn: ({ signal }) =>
      listCharts(service, { path: { workbook_id: workbookId }, query: { limit: 200 }, signal }),
  });
  if (search.table !== undefined) {
    if (!tables.data) return tables.error ? <ProblemNotice error={tables.error} /> : <Loading />;
    return <ChartComposer workbookId={workbookId} choices={search} tables={tables.data.artifacts} />;
  }
  const first = tables.data?.artifacts[0];
  const create = first && mayWrite && (
    <ButtonLink
      look="primary"
      icon={<Plus />}
      to="/workbooks/$workbookId/charts"
      params={{ workbookId }}
      search={firstChoices({ name: first.name, columns: first.schema ?? [] })}
    >
      {text.create}
    </ButtonLink>
  );
  const list = charts.data?.charts;
  return (
    <Page title={text.title} description={text.about} actions={create}>
      <ProblemNotice error={charts.error} />
      {charts.isPending && <Loading />}
      {list?.length === 0 && (
        <EmptyState
          icon={<ChartColumn aria-hidden />}
          title={text.none}
          actions={
            create && (
              <>
                {create}
                <ButtonLink to="/workbooks/$workbookId/query" params={{ workbookId }}>
                  {text.toQuery}
                </ButtonLink>
              </>
            )
          }
        >
          {first ? text.noneHint : text.noTables}
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ul className={styles.gallery}>
          {list.map((chart) => (
            <ChartCard
              key={chart.name}
              workbookId={workbookId}
              chart={chart}
              versions={versionsOf(tables.data)}
              isMeant={chart.name === search.name}
              mayChange={mayWrite}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}

const versionsOf = (tables: { artifacts: { name: string; edit_version: number }[] } | undefined) =>
  new Map(tables?.artifacts.map(({ name, edit_version }) => [name, edit_version]));

function scrollThere(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}

interface ChartCardProps {
  workbookId: string;
  chart: ChartInfo;
  versions: ReadonlyMap<string, number>;
  /** Whether the address leads to it. */
  isMeant: boolean;
  mayChange: boolean;
}

function ChartCard({ workbookId, chart, versions, isMeant, mayChange }: ChartCardProps) {
  const text = useText(chartTexts);
  const [asked, setAsked] = useState<'share' | 'delete'>();
  const close = () => setAsked(undefined);
  const { name, title, recipe, source_table, updated_at } = chart;
  const path = `/api/v1/workbooks/${workbookId}/charts/${encodeURIComponent(name)}/render`;
  // Another version of the table or of the chart is another address, so that the picture is drawn anew.
  const drawn = `${updated_at} ${versions.get(source_table ?? '') ?? ''}`;
  const picture = serviceUrl(path, { width: '560', height: '340' });
  return (
    <li
      className={`${styles.card} ${isMeant ? styles.meant : ''}`}
      aria-current={isMeant || undefined}
      ref={isMeant ? scrollThere : undefined}
    >
      <CardChart
        workbookId={workbookId}
        chart={chart}
        drawn={drawn}
        label={title ?? text.picture(name)}
        picture={
          <Picture
            key={drawn}
            src={`${picture}#${encodeURIComponent(drawn)}`}
            alt={title ?? text.picture(name)}
          />
        }
      />
      <div className={styles.caption}>
        <strong>{name}</strong>
        <small>{source_table !== null && <TableTitle name={source_table} />}</small>
        <span className={styles.tools}>
          {recipe && mayChange && (
            <ButtonLink
              look="quiet"
              icon={<Pencil />}
              aria-label={text.editOf(name)}
              title={text.edit}
              to="/workbooks/$workbookId/charts"
              params={{ workbookId }}
              search={recipe.parameters}
            />
          )}
          {(['png', 'svg'] as const).map((format) => (
            <ButtonAnchor
              key={format}
              look="quiet"
              icon={<Download />}
              aria-label={text.download(name, text[format])}
              href={serviceUrl(path, { format, width: '960', height: '560' })}
              download={`${name}.${format}`}
            >
              {text[format]}
            </ButtonAnchor>
          ))}
          {mayChange && (
            <>
              <IconButton icon={<Share2 />} label={text.shareOf(name)} onClick={() => setAsked('share')} />
              <IconButton icon={<Trash2 />} label={text.deleteOf(name)} onClick={() => setAsked('delete')} />
            </>
          )}
        </span>
      </div>
      {asked === 'share' && <SharePageDialog page={{ workbookId, kind: 'chart', name }} onClose={close} />}
      {asked === 'delete' && <DeleteDialog workbookId={workbookId} name={name} onClose={close} />}
    </li>
  );
}

interface CardChartProps {
  workbookId: string;
  chart: ChartInfo;
  /** Changes with the rows and the chart. */
  drawn: string;
  label: string;
  picture: ReactNode;
}

/** The service says why a chart cannot be drawn in its picture. */
function CardChart({ workbookId, chart, drawn, label, picture }: CardChartProps) {
  const answer = useQuery({
    queryKey: ['chart-drawn', workbookId, chart.name, drawn],
    queryFn: async ({ signal }) => {
      const response = await renderChart.response(service, {
        path: { workbook_id: workbookId, name: chart.name },
        query: { format: 'json', width: 560, height: 340 },
        signal,
      });
      return (await response.json()) as DrawnChart;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (answer.error) return picture;
  if (!answer.data) return <Loading />;
  return (
    <ChartView
      workbookId={workbookId}
      chart={chart.recipe?.parameters}
      drawn={answer.data}
      label={label}
      picture={picture}
    />
  );
}

/** The service draws it when it is asked for, which takes a moment. */
function Picture({ src, alt }: { src: string; alt: string }) {
  const [isDrawing, setIsDrawing] = useState(true);
  const end = () => setIsDrawing(false);
  return (
    <div className={styles.picture}>
      <img src={src} alt={alt} onLoad={end} onError={end} />
      {isDrawing && <Loading />}
    </div>
  );
}

function DeleteDialog({
  workbookId,
  name,
  onClose,
}: {
  workbookId: string;
  name: string;
  onClose: () => void;
}) {
  const text = useText(chartTexts);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteChart(service, { path: { workbook_id: workbookId, name } }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'charts'] });
    },
  });
  return (
    <ConfirmDialog title={text.deleteTitle(name)} action={text.delete} change={remove} onClose={onClose}>
      <p>{text.deleteHint}</p>
    </ConfirmDialog>
  );
}
