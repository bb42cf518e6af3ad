import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Snapshot } from '@workbook-data-service/client/api';
import { Milestone } from 'lucide-react';
import { useState } from 'react';
import { usePeople } from '../../app/people.js';
import { useRights } from '../../app/use-rights.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Checkbox } from '../../ui/field.js';
import { Notice, ProblemNotice } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/progress.js';
import { byDay } from './days.js';
import { PinDialog } from './pin-dialog.js';
import { RestoreDialog } from './restore-dialog.js';
import { snapshotPages } from './snapshots.js';
import styles from './time-line.module.css';
import { TimeLineEntry } from './time-line-entry.js';

const texts = messages(
  {
    title: 'Versions',
    description:
      'Pinned states of the whole workbook. Compare any two, or go back to one: nothing in between is lost.',
    pin: 'Pin this state',
    changes: 'Every single change',
    byItself: 'Pinned by itself',
    byItselfHint:
      'Once a day with changes, and before something is deleted, replaced or restored. Each ends by itself unless you keep it under a name.',
    noneByItself: 'Nothing was pinned by itself yet',
    named: 'Versions to keep',
    now: 'Now',
    automatic: 'Also show states pinned automatically',
    more: 'Show older states',
    none: 'No pinned states yet',
    adminsOnly: 'Admins of the workspace and the owner of the workbook can go back to a state.',
    noneHint: 'Pin the present state before a large edit. You can then see what changed since, and go back.',
  },
  {
    title: 'バージョン',
    description: 'ワークブック全体の保存された状態です。任意の二つを比較でき、間の変更を失わずに戻せます。',
    pin: '現在の状態を保存',
    changes: '個々の変更',
    byItself: '自動で保存された状態',
    byItselfHint:
      '変更があった日ごとに、また削除、置き換え、復元の前に保存されます。名前を付けて残さない限り、期限が来ると消えます。',
    noneByItself: '自動で保存された状態はまだありません',
    named: '残しておくバージョン',
    now: '現在',
    automatic: '自動で保存された状態も表示',
    more: '以前の状態を表示',
    none: '保存された状態はまだありません',
    adminsOnly: '保存された状態に戻せるのは、ワークスペースの管理者とワークブックの所有者です。',
    noneHint: '大きな編集の前に現在の状態を保存しておくと、その後の変更を確認し、元に戻せます。',
  },
);

const route = getRouteApi('/signed-in/workbooks/$workbookId/versions');

/** Snapshots and labelled versions on a time line. */
export function VersionsPage() {
  const text = useText(texts);
  const { language } = usePreferences();
  const { workbookId } = route.useParams();
  const { automatic: withAutomatic = true, pins: showsPins = false } = route.useSearch();
  const navigate = route.useNavigate();
  const people = usePeople(workbookId);
  const [isPinning, setIsPinning] = useState(false);
  const [keeping, setKeeping] = useState<Snapshot>();
  const [restoring, setRestoring] = useState<Snapshot | null>(null);
  const snapshots = useInfiniteQuery(snapshotPages(workbookId, showsPins));
  const all = snapshots.data?.pages.flatMap((page) => page.snapshots) ?? [];
  const shown = all.filter(({ automatic }) => withAutomatic || !automatic);
  const { mayWrite, mayDelete } = useRights(workbookId);
  const pin = mayWrite && (
    <Button look="primary" icon={<Milestone />} onClick={() => setIsPinning(true)}>
      {text.pin}
    </Button>
  );
  const showAutomatic = (isShown: boolean) =>
    navigate({ search: isShown ? {} : { automatic: false }, replace: true });

  return (
    <Page
      title={showsPins ? text.byItself : text.title}
      description={showsPins ? text.byItselfHint : text.description}
      actions={
        <>
          <ButtonLink
            to="/workbooks/$workbookId/versions"
            params={{ workbookId }}
            search={showsPins ? {} : { pins: true }}
          >
            {showsPins ? text.named : text.byItself}
          </ButtonLink>
          <ButtonLink to="/workbooks/$workbookId/changes" params={{ workbookId }}>
            {text.changes}
          </ButtonLink>
          {pin}
        </>
      }
    >
      {!mayDelete && all.length > 0 && <Notice>{text.adminsOnly}</Notice>}
      <ProblemNotice error={snapshots.error} />
      {snapshots.isPending && <Loading />}
      {showsPins && snapshots.data && all.length === 0 && (
        <EmptyState icon={<Milestone aria-hidden />} title={text.noneByItself} />
      )}
      {!showsPins && snapshots.data && all.length === 0 && (
        <EmptyState icon={<Milestone aria-hidden />} title={text.none} actions={pin}>
          {text.noneHint}
        </EmptyState>
      )}
      {!showsPins && all.some(({ automatic }) => automatic) && (
        <Checkbox
          label={text.automatic}
          checked={withAutomatic}
          onChange={({ target }) => showAutomatic(target.checked)}
        />
      )}
      {all.length > 0 && (
        <p className={styles.now}>
          <strong>{text.now}</strong>
        </p>
      )}
      {byDay(shown, ({ created_at }) => created_at, language).map(({ day, items }) => (
        <section key={day} className={styles.day}>
          <h2>{day}</h2>
          <ol className={styles.line}>
            {items.map((snapshot) => (
              <TimeLineEntry
                key={snapshot.id}
                workbookId={workbookId}
                snapshot={snapshot}
                before={all[all.indexOf(snapshot) + 1]}
                who={people.nameOf(snapshot.created_by)}
                onRestore={mayDelete ? () => setRestoring(snapshot) : undefined}
                onKeep={mayWrite ? () => setKeeping(snapshot) : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
      {snapshots.hasNextPage && (
        <Button onClick={() => snapshots.fetchNextPage()} disabled={snapshots.isFetchingNextPage}>
          {text.more}
        </Button>
      )}
      {isPinning && <PinDialog workbookId={workbookId} onClose={() => setIsPinning(false)} />}
      {keeping && <PinDialog workbookId={workbookId} kept={keeping} onClose={() => setKeeping(undefined)} />}
      {restoring && (
        <RestoreDialog workbookId={workbookId} snapshot={restoring} onClose={() => setRestoring(null)} />
      )}
    </Page>
  );
}
