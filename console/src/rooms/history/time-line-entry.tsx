import type { Snapshot } from '@workbook-data-service/client/api';
import { GitCompareArrows, Milestone, RotateCcw } from 'lucide-react';
import { useTableTitle } from '../../app/use-table-title.js';
import { usePreferences } from '../../preferences.js';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { Badge } from '../../ui/badge.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { nameOfSnapshot, titleOfSnapshot } from './snapshots.js';
import styles from './time-line.module.css';

const texts = messages(
  {
    automatic: 'automatic',
    tables: (count: string, rows: string) => `${count} tables, ${rows} ${rows === '1' ? 'row' : 'rows'}`,
    oneTable: (name: string, rows: string) => `${name}, ${rows} ${rows === '1' ? 'row' : 'rows'}`,
    noTable: 'no tables',
    since: 'What changed since',
    sinceOf: (title: string) => `What changed since ${title}`,
    step: 'What it changed',
    stepOf: (title: string) => `What it changed: ${title}`,
    until: (date: string) => `kept until ${date}`,
    keep: 'Keep',
    keepOf: (title: string) => `Keep: ${title}`,
    restore: 'Go back',
    restoreTo: (title: string) => `Go back to ${title}`,
  },
  {
    automatic: '自動',
    tables: (count: string, rows: string) => `表 ${count} 個、${rows} 行`,
    oneTable: (name: string, rows: string) => `${name}、${rows} 行`,
    noTable: '表なし',
    since: 'その後の変更',
    sinceOf: (title: string) => `その後の変更: ${title}`,
    step: '直前との差分',
    stepOf: (title: string) => `直前との差分: ${title}`,
    until: (date: string) => `${date} まで保存`,
    keep: '残す',
    keepOf: (title: string) => `残す: ${title}`,
    restore: '戻す',
    restoreTo: (title: string) => `戻す: ${title}`,
  },
);

interface EntryProps {
  workbookId: string;
  snapshot: Snapshot;
  /** The state that was pinned before it. */
  before: Snapshot | undefined;
  who: string;
  /** For those who may. */
  onRestore: (() => void) | undefined;
  onKeep: (() => void) | undefined;
}

/** A state on the time line: what it is called, what it holds, and what can be done with it. */
export function TimeLineEntry({ workbookId, snapshot, before, who, onRestore, onKeep }: EntryProps) {
  const text = useText(texts);
  const { language } = usePreferences();
  const format = useFormat();
  const { label, summary, automatic, created_at: at, ends_at: end } = snapshot;
  const title = titleOfSnapshot(snapshot, language);
  const name = nameOfSnapshot(snapshot);
  const compare = '/workbooks/$workbookId/compare' as const;
  return (
    <li
      className={`${styles.entry} ${label === null ? '' : styles.labelled} ${automatic ? styles.automatic : ''}`}
    >
      <div className={styles.text}>
        <div className={styles.title}>
          <h3>{title}</h3>
          {automatic && <Badge>{text.automatic}</Badge>}
        </div>
        {label !== null && summary !== label && <p>{summary}</p>}
        <p className={styles.by}>
          <span>{who}</span>
          <time dateTime={at} title={format.dateTime(at)}>
            {format.ago(at)}
          </time>
          {end !== null && <span>{text.until(format.date(end))}</span>}
          <Holds tables={snapshot.tables} />
        </p>
      </div>
      <div className={styles.actions}>
        {before && (
          <ButtonLink
            look="quiet"
            to={compare}
            params={{ workbookId }}
            search={{ from: nameOfSnapshot(before), to: name }}
            aria-label={text.stepOf(title)}
          >
            {text.step}
          </ButtonLink>
        )}
        <ButtonLink
          look="quiet"
          icon={<GitCompareArrows aria-hidden />}
          to={compare}
          params={{ workbookId }}
          search={{ from: name }}
          aria-label={text.sinceOf(title)}
        >
          {text.since}
        </ButtonLink>
        {onKeep && end !== null && (
          <Button
            look="quiet"
            icon={<Milestone aria-hidden />}
            aria-label={text.keepOf(title)}
            onClick={onKeep}
          >
            {text.keep}
          </Button>
        )}
        {onRestore && (
          <Button
            look="quiet"
            icon={<RotateCcw aria-hidden />}
            aria-label={text.restoreTo(title)}
            onClick={onRestore}
          >
            {text.restore}
          </Button>
        )}
      </div>
    </li>
  );
}

function Holds({ tables }: { tables: Snapshot['tables'] }) {
  const text = useText(texts);
  const format = useFormat();
  const titleOf = useTableTitle();
  const rows = format.number(tables.reduce((sum, { row_count: count }) => sum + (count ?? 0), 0));
  const [only, ...more] = tables;
  if (!only) return <span>{text.noTable}</span>;
  const names = tables.map(({ name }) => titleOf(name)).join(', ');
  return (
    <span title={names}>
      {more.length === 0
        ? text.oneTable(titleOf(only.name), rows)
        : text.tables(format.number(tables.length), rows)}
    </span>
  );
}
