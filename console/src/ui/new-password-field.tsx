import type { ComponentProps } from 'react';
import { TextField } from './field.js';

/** Where a password is chosen; the service refuses shorter ones. */
export function NewPasswordField(
  props: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'name' | 'autoFocus'>,
) {
  return <TextField {...props} type="password" autoComplete="new-password" minLength={8} required />;
}
