import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Sheet } from '@workbook-data-service/client/api';
import { useEffect, useState } from 'react';
import { useRights } from '../../app/use-rights.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { AddBlocks } from './add-blocks.js';
import { BlockPanel } from './block-panel.js';
import { type Block, inserted } from './blocks.js';
import { ReportActions } from './report-actions.js';
import { ReportDocument } from './report-document.js';
import { chartsQuery, previewQuery } from './report-queries.js';
import styles from './reports.module.css';
import { reportTexts } from './texts.js';
import { useReportDraft } from './use-report-draft.js';
import { useSaveReport } from './use-save-report.js';

const route = getRouteApi('/signed-in/workbooks/$workbookId/reports/$report');

interface ReportEditorProps {
  workbookId: string;
  sheet: Sheet;
}

/** The report as it will be, block by block, with the selected one beside it to be changed. */
export function ReportEditor({ workbookId, sheet }: ReportEditorProps) {
  const text = useText(reportTexts);
  const navigate = route.useNavigate();
  const { block: chosen } = route.useSearch();
  const { mayWrite } = useRights(workbookId);
  const { data: tables } = useQuery(tablesQuery(workbookId));
  const { data: charts } = useQuery(chartsQuery(workbookId));
  const { draft, isChanged, isOvertaken, change, ...others } = useReportDraft(sheet);
  const save = useSaveReport(workbookId, sheet.name, draft, others.saved);
  const preview = useQuery({
    ...previewQuery(workbookId, useSettled(draft)),
    placeholderData: keepPreviousData,
  });
  const place = chosen === undefined ? -1 : chosen - 1;
  const selected = draft.blocks[place];
  const select = (next: number | undefined) =>
    void navigate({ search: { block: next === undefined ? undefined : next + 1 }, replace: true });

  useSaveKey(() => isChanged && mayWrite && save.mutate());
  const add = (block: Block) => {
    const at = selected ? place + 1 : draft.blocks.length;
    change({ blocks: inserted(draft.blocks, at, block) });
    select(at);
  };
  const known = tables?.artifacts.map(({ name, schema }) => ({ name, columns: schema ?? [] })) ?? [];
  const chartNames = charts?.charts.map(({ name }) => name) ?? [];
  return (
    <Page
      title={sheet.name}
      beside={isChanged && <Badge kind="warning">{text.unsaved}</Badge>}
      actions={
        <ReportActions
          workbookId={workbookId}
          name={sheet.name}
          draft={draft}
          isChanged={isChanged}
          mayChange={mayWrite}
          save={save}
          onDiscard={others.discard}
        />
      }
    >
      <ProblemNotice error={save.error} />
      {isOvertaken && (
        <Notice kind="warning">
          <p>{text.overtaken}</p>
          <div className={styles.tools}>
            <Button onClick={others.discard}>{text.takeTheirs}</Button>
            <Button onClick={others.insist}>{text.keepMine}</Button>
          </div>
        </Notice>
      )}
      <div className={mayWrite ? styles.editor : undefined}>
        <div className={styles.main}>
          {mayWrite && <AddBlocks tables={known} charts={chartNames} onAdd={add} />}
          <ProblemNotice error={preview.error} />
          <ReportDocument
            workbookId={workbookId}
            name={sheet.name}
            draft={draft}
            preview={preview.data}
            isDrawing={preview.isFetching}
            place={place}
            onSelect={select}
            onChange={mayWrite ? (blocks) => change({ blocks }) : undefined}
          />
        </div>
        {mayWrite && (
          <BlockPanel
            key={selected?.key ?? 'report'}
            workbookId={workbookId}
            name={sheet.name}
            draft={draft}
            place={place}
            tables={known}
            charts={chartNames}
            fault={selected && preview.data?.faults.get(selected.key)}
            onChange={change}
            onClose={() => select(undefined)}
          />
        )}
      </div>
    </Page>
  );
}

/** The value once it has not changed for a moment, so that not every letter is asked about. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 300);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}
