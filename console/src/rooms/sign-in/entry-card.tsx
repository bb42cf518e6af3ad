import { BookOpen } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { languages, setPreferences, usePreferences } from '../../preferences.js';
import { Button } from '../../ui/button.js';
import styles from './entry-card.module.css';

const languageNames = { en: 'English', ja: '日本語' };

interface EntryCardProps {
  title: string;
  /** Beside the card. */
  beside?: ReactNode;
  children: ReactNode;
}

/** What somebody sees who is not signed in. */
export function EntryCard({ title, beside, children }: EntryCardProps) {
  const { language } = usePreferences();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.columns}>
        {beside}
        <div className={styles.card}>
          <BookOpen aria-hidden className={styles.mark} />
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <div className={styles.languages}>
        {languages.map((one) => (
          <Button
            key={one}
            look="quiet"
            lang={one}
            aria-pressed={one === language}
            onClick={() => setPreferences({ language: one })}
          >
            {languageNames[one]}
          </Button>
        ))}
      </div>
    </main>
  );
}
