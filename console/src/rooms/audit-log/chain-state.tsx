import type { AuditLogAnswer } from '@workbook-data-service/client/api';
import { Copy, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useFormat } from '../../text/format.js';
import { messages, useText } from '../../text/text.js';
import { IconButton } from '../../ui/button.js';
import { showToast } from '../../ui/toasts.js';
import styles from './audit-log.module.css';

const texts = messages(
  {
    valid: (count: string) => `The log is untouched: ${count} entries, all as they were written.`,
    broken: (seq: string) => `The log was tampered with: entry ${seq} is missing or not what was written.`,
    brokenHint: 'Tell the operator of the service. Earlier entries are still verified.',
    head: 'Fingerprint of the newest entry',
    headHint: 'Store it elsewhere: it later proves that nothing before it was changed.',
    copy: 'Copy the fingerprint',
    copied: 'The fingerprint is copied.',
  },
  {
    valid: (count: string) => `ログは改変されていません。${count} 件すべてが、記録されたときのままです。`,
    broken: (seq: string) => `ログが改変されています。記録 ${seq} が欠けているか、書き換えられています。`,
    brokenHint: 'サービスの管理者に連絡してください。それより前の記録は証明されています。',
    head: '最新の記録のフィンガープリント',
    headHint: '別の場所に保管すると、以前の記録が変更されていないことを後で証明できます。',
    copy: 'フィンガープリントをコピー',
    copied: 'フィンガープリントをコピーしました。',
  },
);

/** Whether the whole chain of entries holds, and what proves it. */
export function ChainState({ state }: { state: AuditLogAnswer }) {
  const text = useText(texts);
  const format = useFormat();
  const { chain_valid: isValid, first_bad_seq: bad, length, head_hash: head } = state;
  async function copy(hash: string): Promise<void> {
    await navigator.clipboard.writeText(hash);
    showToast({ text: text.copied });
  }
  return (
    <section className={`${styles.chain} ${isValid ? styles.valid : styles.broken}`} role="status">
      {isValid ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
      <div>
        <p>
          <strong>
            {isValid ? text.valid(format.number(length)) : text.broken(format.number(bad ?? 0))}
          </strong>
        </p>
        {!isValid && <p>{text.brokenHint}</p>}
        {head !== null && (
          <p className={styles.head} title={text.headHint}>
            {text.head}: <code>{head}</code>
            <IconButton label={text.copy} icon={<Copy />} onClick={() => copy(head)} />
          </p>
        )}
      </div>
    </section>
  );
}
