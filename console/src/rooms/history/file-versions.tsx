import { useQuery } from '@tanstack/react-query';
import type { FileDiff, FileLink } from '@workbook-data-service/client/api';
import { Download, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAreFilesOpen } from '../../app/closed-files.js';
import { serviceUrl } from '../../app/service.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonAnchor } from '../../ui/button.js';
import { ListTable } from '../../ui/list-table.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Loading } from '../../ui/progress.js';
import { CellText } from './cell-text.js';
import diffStyles from './diff.module.css';
import styles from './exchange.module.css';
import { fileDiffQuery } from './file-links.js';

const texts = messages(
  {
    versions: (file: string) => `Versions of ${file}`,
    version: 'Version',
    by: 'Changed by',
    at: 'When',
    size: 'Size',
    actions: 'Actions',
    link: 'tracking began',
    sync: 'new version',
    revert: 'went back',
    current: 'current',
    download: 'Download',
    downloadOf: (n: number) => `Download version ${n}`,
    diff: 'What it changed',
    diffOf: (n: number) => `What it changed: version ${n}`,
    back: 'Go back to it',
    backOf: (n: number) => `Go back to it: version ${n}`,
    none: 'No cell differs.',
    sheet: (name: string, count: string) => `${name}: ${count === '1' ? '1 cell' : `${count} cells`}`,
    cell: 'Cell',
    old: 'Before',
    new: 'After',
    truncated: 'Only the first cells are listed.',
  },
  {
    versions: (file: string) => `${file} の版`,
    version: '版',
    by: '変更者',
    at: '日時',
    size: 'サイズ',
    actions: '操作',
    link: '追跡開始',
    sync: '新しい版',
    revert: '復元',
    current: '現在',
    download: 'ダウンロード',
    downloadOf: (n: number) => `ダウンロード: 版 ${n}`,
    diff: '変更内容',
    diffOf: (n: number) => `変更内容: 版 ${n}`,
    back: 'この版に戻す',
    backOf: (n: number) => `この版に戻す: 版 ${n}`,
    none: '異なるセルはありません。',
    sheet: (name: string, count: string) => `${name}: ${count} セル`,
    cell: 'セル',
    old: '変更前',
    new: '変更後',
    truncated: '最初の部分のみ表示しています。',
  },
);

interface FileVersionsProps {
  workbookId: string;
  link: FileLink;
  isBusy: boolean;
  /** For those who may. */
  onRevert: ((n: number) => void) | undefined;
}

/** The versions of a tracked file, newest first, each with its bytes, its cells that differ, and the way back to it. */
export function FileVersions({ workbookId, link, isBusy, onRevert }: FileVersionsProps) {
  const text = useText(texts);
  const format = useFormat();
  const [compared, setCompared] = useState<number | null>(null);
  const newest = link.versions.at(-1)?.n;
  const areOpen = useAreFilesOpen(workbookId);
  return (
    <>
      <ListTable
        label={text.versions(link.filename)}
        head={[text.version, text.by, text.at, text.size, text.actions]}
      >
        {link.versions.toReversed().map(({ n, kind, modified_by: by, modified, synced_at: at, size }) => (
          <tr key={n}>
            <td>
              {n}{' '}
              <Badge kind={n === newest ? 'good' : 'neutral'}>
                {n === newest ? text.current : text[kind]}
              </Badge>
            </td>
            <td>{by}</td>
            <td title={format.dateTime(modified ?? at)}>{format.ago(modified ?? at)}</td>
            <td>{size !== null && format.bytes(size)}</td>
            <td>
              <div className={styles.tools}>
                <Button
                  look="quiet"
                  aria-label={text.diffOf(n)}
                  aria-expanded={compared === n}
                  disabled={n === 1 || !areOpen}
                  onClick={() => setCompared(compared === n ? null : n)}
                >
                  {text.diff}
                </Button>
                {areOpen && (
                  <ButtonAnchor
                    look="quiet"
                    icon={<Download aria-hidden />}
                    aria-label={text.downloadOf(n)}
                    href={serviceUrl(
                      `/api/v1/workbooks/${workbookId}/file-links/${link.id}/versions/${n}/download`,
                    )}
                    download
                  >
                    {text.download}
                  </ButtonAnchor>
                )}
                {n !== newest && onRevert && (
                  <Button
                    look="quiet"
                    icon={<RotateCcw aria-hidden />}
                    aria-label={text.backOf(n)}
                    disabled={isBusy}
                    onClick={() => onRevert(n)}
                  >
                    {text.back}
                  </Button>
                )}
              </div>
            </td>
          </tr>
        ))}
      </ListTable>
      {compared !== null && <FileDifference workbookId={workbookId} linkId={link.id} version={compared} />}
    </>
  );
}

function FileDifference({
  workbookId,
  linkId,
  version,
}: {
  workbookId: string;
  linkId: string;
  version: number;
}) {
  const text = useText(texts);
  const format = useFormat();
  const diff = useQuery(fileDiffQuery(workbookId, linkId, version));
  const changed = diff.data?.sheets.filter(({ status }) => status !== 'unchanged') ?? [];
  return (
    <section className={styles.plan} aria-label={text.diffOf(version)}>
      <ProblemNotice error={diff.error} />
      {diff.isPending && <Loading />}
      {diff.data && changed.length === 0 && <p>{text.none}</p>}
      {diff.data?.truncated && <Notice kind="info">{text.truncated}</Notice>}
      {changed.map((sheet) => (
        <section key={sheet.name} className={styles.plan}>
          <h3>{text.sheet(sheet.name, format.number(sheet.changed_cells))}</h3>
          <SheetCells sheet={sheet} />
        </section>
      ))}
    </section>
  );
}

function SheetCells({ sheet }: { sheet: FileDiff['sheets'][number] }) {
  const text = useText(texts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className={diffStyles.scroll} tabIndex={0} aria-label={sheet.name}>
      <table className={diffStyles.grid}>
        <thead>
          <tr>
            <th scope="col">{text.cell}</th>
            <th scope="col">{text.old}</th>
            <th scope="col">{text.new}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.cells.map(({ cell, old, new: current, old_formula: oldFormula, new_formula: formula }) => (
            <tr key={cell}>
              <th scope="row">{cell}</th>
              <td>
                <del>
                  <CellText value={oldFormula === undefined ? old : `=${oldFormula}`} />
                </del>
              </td>
              <td>
                <ins>
                  <CellText value={formula === undefined ? current : `=${formula}`} />
                </ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
