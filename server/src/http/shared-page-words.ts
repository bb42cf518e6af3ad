import type { Language } from '../core/preferred-language.js';

/** What people read who open a link and do not see its page. */
interface SharedPageWords {
  ended: string;
  endedBecause: string;
  locked: string;
  wrong: string;
  password: string;
  open: string;
  failed: string;
  tooOften: string;
  unavailable: string;
}

export const sharedPageWords: Record<Language, SharedPageWords> = {
  en: {
    ended: 'This link has ended',
    endedBecause:
      'What it showed is no longer shared, or the address is not complete. Ask whoever sent it to you for a new one.',
    locked: 'This page needs a password',
    wrong: 'That is not the password.',
    password: 'Password',
    open: 'Open',
    failed: 'This page cannot be shown',
    tooOften: 'There were too many attempts. Wait a moment, and try again.',
    unavailable: 'It cannot be shown at the moment. Ask whoever sent you the link.',
  },
  ja: {
    ended: 'リンクは終了しました',
    endedBecause:
      'ページの共有が終了したか、アドレスが途中で切れています。送ってくれた人に新しいリンクを依頼してください。',
    locked: 'パスワードが必要です',
    wrong: 'パスワードが違います。',
    password: 'パスワード',
    open: '開く',
    failed: 'ページを表示できません',
    tooOften: '試行回数が多すぎます。しばらく待ってから、もう一度お試しください。',
    unavailable: '今は表示できません。リンクを送ってくれた人に連絡してください。',
  },
};
