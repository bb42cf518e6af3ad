import { Outlet } from '@tanstack/react-router';
import { useSettingsSections } from '../../app/settings-sections.js';
import { usePreferences } from '../../preferences.js';
import { messages, useText } from '../../text/text.js';
import { SideLayout, SideLink } from '../../ui/side-layout.js';

const texts = messages(
  { title: 'Settings', pages: 'Pages of the settings' },
  { title: '設定', pages: '設定のページ' },
);

export function SettingsLayout() {
  const text = useText(texts);
  const { language } = usePreferences();
  const sections = useSettingsSections();
  return (
    <SideLayout
      title={text.title}
      label={text.pages}
      links={sections.map(({ to, Icon, title }) => (
        <SideLink key={to} to={to} icon={<Icon aria-hidden />}>
          {title[language]}
        </SideLink>
      ))}
    >
      <Outlet />
    </SideLayout>
  );
}
