import type { PresentUser } from '@workbook-data-service/client';
import { colourOf } from '../../app/presence.js';
import { messages, useText } from '../../text/text.js';
import styles from './present-users.module.css';

const texts = messages({ also: 'Also here' }, { also: 'この表を開いている人' });

const MAX_SHOWN = 5;

/** Who else has the table open. */
export function PresentUsers({
  present,
  nameOf,
}: {
  present: readonly PresentUser[];
  nameOf: (userId: string) => string;
}) {
  const text = useText(texts);
  const users = [...new Set(present.map(({ user }) => user))];
  if (users.length === 0) return null;
  return (
    <ul className={styles.users} aria-label={text.also}>
      {users.slice(0, MAX_SHOWN).map((user) => (
        <li key={user} title={nameOf(user)} style={{ background: colourOf(user) }}>
          <span aria-hidden>{nameOf(user).slice(0, 1).toUpperCase()}</span>
          <span className="for-screen-readers">{nameOf(user)}</span>
        </li>
      ))}
      {users.length > MAX_SHOWN && (
        <li title={users.slice(MAX_SHOWN).map(nameOf).join(', ')}>+{users.length - MAX_SHOWN}</li>
      )}
    </ul>
  );
}
