import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PutChartRequest, previewChart } from '@workbook-data-service/client/api';
import { useEffect, useState } from 'react';
import { service } from '../../app/service.js';
import { useText } from '../../text/text.js';
import { ProblemNotice } from '../../ui/notice.js';
import { ProgressBar } from '../../ui/progress.js';
import { chartTexts } from './chart-texts.js';
import { ChartView } from './chart-view.js';
import styles from './charts-page.module.css';
import type { DrawnChart } from './drawn-chart.js';

interface ChartPreviewProps {
  workbookId: string;
  /** Undefined as long as something is missing. */
  chart: PutChartRequest | undefined;
  /** Of the table: another one is drawn anew. */
  version: number | undefined;
}

/** The chart as it would be made. */
export function ChartPreview({ workbookId, chart, version }: ChartPreviewProps) {
  const text = useText(chartTexts);
  const preview = useQuery({
    queryKey: ['chart-preview', workbookId, version, chart],
    queryFn: async ({ signal }) => {
      const answer = await previewChart.response(service, {
        path: { workbook_id: workbookId },
        query: { format: 'json', width: 760, height: 440 },
        body: chart as PutChartRequest,
        isRepeatable: true,
        signal,
      });
      return (await answer.json()) as DrawnChart;
    },
    enabled: chart !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section className={styles.preview} aria-label={text.preview} aria-busy={preview.isFetching}>
      {preview.isFetching && <ProgressBar label={text.drawing} />}
      {chart === undefined && <p>{text.incomplete}</p>}
      <ProblemNotice error={preview.error} />
      {chart && preview.data && !preview.error && (
        <ChartView
          workbookId={workbookId}
          chart={chart}
          drawn={preview.data}
          label={text.preview}
          picture={<PreviewPicture workbookId={workbookId} chart={chart} version={version} />}
        />
      )}
    </section>
  );
}

/** As the service draws it. */
function PreviewPicture({ workbookId, chart, version }: ChartPreviewProps) {
  const text = useText(chartTexts);
  const picture = useQuery({
    queryKey: ['chart-picture', workbookId, version, chart],
    queryFn: async ({ signal }) => {
      const answer = await previewChart.response(service, {
        path: { workbook_id: workbookId },
        query: { width: 760, height: 440 },
        body: chart as PutChartRequest,
        isRepeatable: true,
        signal,
      });
      return await answer.blob();
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useObjectUrl(picture.error ? undefined : picture.data);
  return (
    <>
      <ProblemNotice error={picture.error} />
      {address && <img src={address} alt={text.preview} />}
    </>
  );
}

/** An address for a file in memory, for as long as it is shown. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) {
      setAddress(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
