import { useSuspenseQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../app/session.js';
import { languages, setPreferences, themes, usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { Select } from '../../ui/field.js';
import { Page } from '../../ui/page.js';
import { AddressSection } from './address-section.js';
import styles from './settings.module.css';

const texts = messages(
  {
    title: 'Profile',
    language: 'Language',
    theme: 'Colours',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
  },
  {
    title: 'プロフィール',
    language: '言語',
    theme: '配色',
    light: 'ライト',
    dark: 'ダーク',
    system: 'システムに合わせる',
  },
);

const languageNames = { en: 'English', ja: '日本語' };

export function ProfilePage() {
  const text = useText(texts);
  const preferences = usePreferences();
  const { user } = useSuspenseQuery(sessionQuery).data;
  return (
    <Page title={text.title} description={user.name ? `${user.name}, ${user.email}` : user.email}>
      <div className={styles.form}>
        <Select
          label={text.language}
          value={preferences.language}
          onChange={({ currentTarget }) => setPreferences({ language: currentTarget.value as 'en' | 'ja' })}
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </Select>
        <Select
          label={text.theme}
          value={preferences.theme}
          onChange={({ currentTarget }) =>
            setPreferences({ theme: currentTarget.value as (typeof themes)[number] })
          }
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {text[one]}
            </option>
          ))}
        </Select>
      </div>
      <AddressSection />
    </Page>
  );
}
