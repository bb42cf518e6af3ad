import type { InputHTMLAttributes } from 'react';
import styles from './search-field.module.css';

type SearchFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> & { label: string };

/** A field to search by, whose label stands in it until something is typed. */
export function SearchField({ label, ...input }: SearchFieldProps) {
  return <input type="search" className={styles.search} aria-label={label} placeholder={label} {...input} />;
}
