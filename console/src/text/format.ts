import { type Language, usePreferences } from '../preferences.js';
import { dateLocales } from './date-locales.js';

const units = ['B', 'KB', 'MB', 'GB', 'TB'];
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function formatsOf(language: Language) {
  const dateLocale = dateLocales[language];
  const number = new Intl.NumberFormat(language);
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const dateTime = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    number: (value: number): string => number.format(value),
    percent: (share: number): string => percent.format(share),
    /** An amount in cents, as the service counts money. */
    money: (cents: number, currency: string): string =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100),
    bytes: (bytes: number): string => {
      const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
      return `${oneDigit.format(bytes / 1024 ** power)} ${units[power]}`;
    },
    dateTime: (time: string): string => dateTime.format(new Date(time)),
    date: (time: string): string => date.format(new Date(time)),
    /** Such as "3 minutes ago". */
    ago: (time: string): string => {
      const seconds = (new Date(time).getTime() - Date.now()) / 1000;
      const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
      return relative.format(Math.round(seconds / size), unit);
    },
  };
}

const formats = { en: formatsOf('en'), ja: formatsOf('ja') };

/** Numbers, sizes and times in the language of the reader. */
export function useFormat() {
  return formats[usePreferences().language];
}
