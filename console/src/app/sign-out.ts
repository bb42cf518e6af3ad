import { logout } from '@workbook-data-service/client/api';
import { basePath, service } from './service.js';

/** The whole page is loaded anew, so that nothing of the user stays. */
export async function signOut(): Promise<void> {
  try {
    await logout(service);
  } finally {
    location.assign(`${basePath}/sign-in`);
  }
}
