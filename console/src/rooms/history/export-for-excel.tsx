import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../app/save-file.js';
import { service } from '../../app/service.js';
import { useTableTitle } from '../../app/use-table-title.js';
import { tablesQuery } from '../../app/workbook-queries.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Checkbox, Select } from '../../ui/field.js';
import { ProblemNotice } from '../../ui/notice.js';
import { showToast } from '../../ui/toasts.js';
import styles from './exchange.module.css';

const texts = messages(
  {
    title: '1. Take tables along',
    hint: 'The service remembers what the file shows. Change cells, add and delete rows, sort, add columns: all of it comes back.',
    tables: 'Tables',
    chosen: (count: string, all: string) => `${count} of ${all} chosen`,
    all: 'All',
    nothing: 'None',
    rows: (count: string) => `${count} rows`,
    format: 'File',
    xlsx: 'Excel workbook (xlsx)',
    csv: 'CSV',
    export: 'Export for editing',
    done: (file: string) => `${file} is in your downloads. Edit it, and drop it here.`,
    none: 'No tables to export yet',
    noneHint: 'Add a file to the workbook first. Tables that are computed can only be read.',
  },
  {
    title: '1. 表をエクスポートする',
    hint: 'ファイルの内容はサービスに記録されます。セルの変更、行の追加と削除、並べ替え、列の追加は、ファイルを戻すとすべて反映されます。',
    tables: '表',
    chosen: (count: string, all: string) => `${all} 個中 ${count} 個を選択`,
    all: 'すべて選択',
    nothing: '選択を解除',
    rows: (count: string) => `${count} 行`,
    format: 'ファイル形式',
    xlsx: 'Excel ブック（xlsx）',
    csv: 'CSV',
    export: '編集用にエクスポート',
    done: (file: string) => `${file} をダウンロードしました。編集して、ここにドロップしてください。`,
    none: 'エクスポートできる表はまだありません',
    noneHint: '先にファイルを追加してください。計算で作られた表は閲覧のみです。',
  },
);

/** Tables as a file that can come back edited. */
export function ExportForExcel({ workbookId }: { workbookId: string }) {
  const text = useText(texts);
  const titleOf = useTableTitle();
  const format = useFormat();
  const queries = useQueryClient();
  const tables = useQuery(tablesQuery(workbookId));
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [kind, setKind] = useState<'xlsx' | 'csv'>('xlsx');
  const exportable = tables.data?.artifacts.filter(({ layer }) => layer === 'base') ?? [];
  const chosen = exportable.map(({ name }) => name).filter((name) => !leftOut.has(name));
  const exporting = useMutation({
    mutationFn: async () => {
      const download = await service
        .workbook(workbookId)
        .export({ tables: chosen, format: kind, record_branch: true });
      await saveFile(download);
      return download.filename;
    },
    onSuccess: async (filename) => {
      showToast({ text: text.done(filename) });
      await queries.invalidateQueries({ queryKey: ['workbook', workbookId, 'branches'] });
    },
  });
  function choose(name: string, isChosen: boolean): void {
    const next = new Set(leftOut);
    if (isChosen) next.delete(name);
    else next.add(name);
    setLeftOut(next);
  }

  return (
    <section className={styles.step} aria-labelledby="export-title">
      <h2 id="export-title">{text.title}</h2>
      <p className={styles.hint}>{text.hint}</p>
      <ProblemNotice error={tables.error} />
      {tables.data && exportable.length === 0 && <EmptyState title={text.none}>{text.noneHint}</EmptyState>}
      {exportable.length > 0 && (
        <>
          <fieldset className={styles.tables}>
            <legend>{text.tables}</legend>
            <div className={styles.choosing}>
              <span role="status">
                {text.chosen(format.number(chosen.length), format.number(exportable.length))}
              </span>
              <Button
                look="quiet"
                disabled={chosen.length === exportable.length}
                onClick={() => setLeftOut(new Set())}
              >
                {text.all}
              </Button>
              <Button
                look="quiet"
                disabled={chosen.length === 0}
                onClick={() => setLeftOut(new Set(exportable.map(({ name }) => name)))}
              >
                {text.nothing}
              </Button>
            </div>
            {exportable.map(({ name, row_count: rows }) => (
              <Checkbox
                key={name}
                checked={!leftOut.has(name)}
                onChange={({ target }) => choose(name, target.checked)}
                label={
                  <>
                    {titleOf(name)}{' '}
                    {rows !== null && <small className={styles.hint}>{text.rows(format.number(rows))}</small>}
                  </>
                }
              />
            ))}
          </fieldset>
          <div className={styles.row}>
            <Select
              label={text.format}
              value={kind}
              onChange={({ target }) => setKind(target.value === 'csv' ? 'csv' : 'xlsx')}
            >
              <option value="xlsx">{text.xlsx}</option>
              <option value="csv">{text.csv}</option>
            </Select>
            <Button
              look="primary"
              icon={<FileDown />}
              disabled={chosen.length === 0 || exporting.isPending}
              onClick={() => exporting.mutate()}
            >
              {text.export}
            </Button>
          </div>
        </>
      )}
      <ProblemNotice error={exporting.error} />
    </section>
  );
}
