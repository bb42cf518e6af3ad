import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

interface Shown {
  look?: Look;
  icon?: ReactNode;
}

const classOf = (look: Look, className = ''): string => `${styles.button} ${styles[look]} ${className}`;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Shown & { ref?: Ref<HTMLButtonElement> };

export function Button({
  look = 'plain',
  icon,
  className,
  children,
  type = 'button',
  ...others
}: ButtonProps) {
  return (
    <button type={type} className={classOf(look, className)} {...others}>
      {icon}
      {children}
    </button>
  );
}

/** A button that is only a picture; its label is read aloud and shown as a tip. */
export function IconButton({ label, ...others }: Omit<ButtonProps, 'children'> & { label: string }) {
  return <Button look="quiet" aria-label={label} title={label} {...others} />;
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & Shown & { ref?: Ref<HTMLAnchorElement> };

/** An address outside of the console's pages, such as a download, that looks like a button. */
export function ButtonAnchor({ look = 'plain', icon, className, children, ...others }: AnchorProps) {
  return (
    <a className={classOf(look, className)} {...others}>
      {icon}
      {children}
    </a>
  );
}

/** A link to a page of the console that looks like a button. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = createLink(ButtonAnchor);
