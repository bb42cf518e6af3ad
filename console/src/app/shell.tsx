import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { BookOpen, CircleUser, Languages, LogOut, Settings, SunMoon } from 'lucide-react';
import { languages, setPreferences, themes, usePreferences } from '../preferences.js';
import { messages, useText } from '../text/text.js';
import { IconButton } from '../ui/button.js';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.js';
import { CommandSearch } from './command-palette/command-search.js';
import { MadeTables } from './making/made-tables.js';
import { sessionQuery } from './session.js';
import styles from './shell.module.css';
import { signOut } from './sign-out.js';
import { DropTarget } from './uploads/drop-target.js';
import { UploadTray } from './uploads/upload-tray.js';

const texts = messages(
  {
    home: 'Workbooks',
    skip: 'Skip to the content',
    user: (email: string) => `Signed in as ${email}`,
    settings: 'Settings',
    signOut: 'Sign out',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
  },
  {
    home: 'ワークブック',
    skip: '本文へ移動',
    user: (email: string) => `${email} でサインイン中`,
    settings: '設定',
    signOut: 'サインアウト',
    light: 'ライト',
    dark: 'ダーク',
    system: 'システムに合わせる',
  },
);

const languageNames = { en: 'English', ja: '日本語' };

/** The frame around every page of a signed-in user. */
export function Shell() {
  const text = useText(texts);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {text.skip}
      </a>
      <header className={styles.bar}>
        <Link to="/workbooks" className={styles.home}>
          <BookOpen aria-hidden />
          {text.home}
        </Link>
        <div className={styles.place}>
          <CommandSearch />
        </div>
        <UserMenu />
      </header>
      <div className={styles.content}>
        <Outlet />
      </div>
      <UploadTray />
      <MadeTables />
      <DropTarget />
    </div>
  );
}

function UserMenu() {
  const text = useText(texts);
  const navigate = useNavigate();
  const { language, theme } = usePreferences();
  const { data: session } = useSuspenseQuery(sessionQuery);
  return (
    <Menu trigger={<IconButton label={text.user(session.user.email)} icon={<CircleUser />} />}>
      <MenuItem icon={<Settings aria-hidden />} onSelect={() => navigate({ to: '/settings/profile' })}>
        {text.settings}
      </MenuItem>
      <MenuSeparator />
      {languages.map((one) => (
        <MenuItem
          key={one}
          icon={<Languages aria-hidden />}
          disabled={one === language}
          onSelect={() => setPreferences({ language: one })}
        >
          {languageNames[one]}
        </MenuItem>
      ))}
      <MenuSeparator />
      {themes.map((one) => (
        <MenuItem
          key={one}
          icon={<SunMoon aria-hidden />}
          disabled={one === theme}
          onSelect={() => setPreferences({ theme: one })}
        >
          {text[one]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void signOut()}>
        {text.signOut}
      </MenuItem>
    </Menu>
  );
}
