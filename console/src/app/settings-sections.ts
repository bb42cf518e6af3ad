import {
  ChartColumn,
  CircleUser,
  Cloud,
  Code,
  CreditCard,
  KeyRound,
  Link,
  ListChecks,
  Repeat,
  ShieldCheck,
  Users,
  Webhook,
} from 'lucide-react';
import { useHasDrives } from './drives.js';

const sections = [
  { to: '/settings/profile', Icon: CircleUser, title: { en: 'Profile', ja: 'プロフィール' } },
  { to: '/settings/security', Icon: ShieldCheck, title: { en: 'Security', ja: 'セキュリティ' } },
  { to: '/settings/members', Icon: Users, title: { en: 'Members', ja: 'メンバー' } },
  { to: '/settings/readings', Icon: Repeat, title: { en: 'Recurring files', ja: '定期的に届くファイル' } },
  { to: '/settings/links', Icon: Link, title: { en: 'Shared links', ja: '共有リンク' } },
  { to: '/settings/tokens', Icon: KeyRound, title: { en: 'Tokens and keys', ja: 'トークンとキー' } },
  { to: '/settings/developers', Icon: Code, title: { en: 'For developers', ja: '開発者向け' } },
  { to: '/settings/webhooks', Icon: Webhook, title: { en: 'Webhooks', ja: 'Webhook' } },
  { to: '/settings/usage', Icon: ChartColumn, title: { en: 'Usage', ja: '利用状況' } },
  { to: '/settings/billing', Icon: CreditCard, title: { en: 'Plan and billing', ja: 'プランと支払い' } },
  { to: '/settings/jobs', Icon: ListChecks, title: { en: 'Jobs', ja: 'ジョブ' } },
  { to: '/settings/drives', Icon: Cloud, title: { en: 'Drives', ja: 'ドライブ' } },
] as const;

/** The pages of the settings that have something to set, in the order in which they are listed. */
export function useSettingsSections(): readonly (typeof sections)[number][] {
  const hasDrives = useHasDrives();
  return sections.filter(({ to }) => to !== '/settings/drives' || hasDrives);
}
