import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ArtifactSummary, putChart } from '@workbook-data-service/client/api';
import { type FormEvent, useEffect, useState } from 'react';
import { ReadOnlyNotice } from '../../app/read-only.js';
import { FilterFields } from '../../app/row-filter/filter-fields.js';
import { service } from '../../app/service.js';
import { useRights } from '../../app/use-rights.js';
import { useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { JsonField } from '../../ui/json-field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { showToast } from '../../ui/toasts.js';
import { type ChartChoices, chartOf, firstChoices } from './chart-choices.js';
import { ChartFields } from './chart-fields.js';
import { ChartPreview } from './chart-preview.js';
import { chartTexts } from './chart-texts.js';
import styles from './charts-page.module.css';

interface ChartComposerProps {
  workbookId: string;
  /** As the address has them, with the name of a chart that is changed. */
  choices: ChartChoices & { name?: string };
  tables: ArtifactSummary[];
}

/** Chooses what a chart shows, with the chart beside it; the choices are in the address. */
export function ChartComposer({ workbookId, choices, tables }: ChartComposerProps) {
  const text = useText(chartTexts);
  const navigate = useNavigate({ from: '/workbooks/$workbookId/charts' });
  const queries = useQueryClient();
  const { mayWrite } = useRights(workbookId);
  const { name: saved, ...chosen } = choices;
  const [name, setName] = useState(saved ?? '');
  const known = tables.map(({ name, schema }) => ({ name, columns: schema ?? [] }));
  const table = known.find(({ name }) => name === chosen.table);
  const choose = (change: ChartChoices) =>
    void navigate({ search: { ...choices, ...change }, replace: true });

  // A table alone is enough to begin with.
  const isBare = table !== undefined && chosen.chart_type === undefined;
  useEffect(() => {
    if (isBare) void navigate({ search: { name: saved, ...firstChoices(table) }, replace: true });
  }, [isBare, navigate, table, saved]);

  const chart = chartOf(chosen);
  const version = tables.find((one) => one.name === chosen.table)?.edit_version;
  const save = useMutation({
    mutationFn: (body: NonNullable<typeof chart>) =>
      putChart(service, { path: { workbook_id: workbookId, name }, body }),
    onSuccess: async (made) => {
      void queries.invalidateQueries({ queryKey: ['workbook', workbookId] });
      showToast({ text: text.saved(made.name) });
      await navigate({ search: {} });
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chart) save.mutate(chart);
  }
  return (
    <Page title={saved === undefined ? text.create : text.composing(saved)}>
      <div className={styles.composer}>
        <form id="chart" className={styles.fields} onSubmit={submit}>
          <ChartFields
            tables={known}
            choices={chosen}
            onChoose={choose}
            onTable={(other) =>
              void navigate({ search: { name: saved, ...firstChoices(other) }, replace: true })
            }
          />
          <TextField
            label={text.heading}
            maxLength={200}
            value={chosen.title ?? ''}
            onChange={(e) => choose({ title: e.target.value || undefined })}
          />
          <FilterFields
            key={chosen.table}
            columns={table?.columns ?? []}
            filter={chosen.filter}
            onChange={(filter) => choose({ filter: filter as ChartChoices['filter'] })}
          />
          <details className={styles.more} open={chosen.config !== undefined || undefined}>
            <summary>{text.more}</summary>
            <JsonField
              key={chosen.table}
              label={text.config}
              hint={text.configHint}
              value={chosen.config}
              onChange={(config) => choose({ config })}
            />
          </details>
        </form>
        <div className={styles.shown}>
          <ChartPreview workbookId={workbookId} chart={chart} version={version} />
          <div className={styles.saving}>
            <TextField
              form="chart"
              label={text.name}
              required
              maxLength={200}
              value={name}
              onChange={(e) => setName(e.target.value)}
            />
            <Button
              type="submit"
              form="chart"
              look="primary"
              disabled={save.isPending || chart === undefined || !mayWrite}
            >
              {text.save}
            </Button>
            <ButtonLink to="/workbooks/$workbookId/charts" params={{ workbookId }}>
              {text.cancel}
            </ButtonLink>
          </div>
          <ReadOnlyNotice workbookId={workbookId} />
          <ProblemNotice error={save.error} />
        </div>
      </div>
    </Page>
  );
}
