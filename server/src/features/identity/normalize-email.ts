/** Addresses are stored and compared in this form. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
