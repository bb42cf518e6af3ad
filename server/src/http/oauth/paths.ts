export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  device_authorization: '/oauth/device_authorization',
} as const;

/** Pages of the console. */
export const pages = {
  /** The id of the request follows. */
  consent: '/oauth/consent',
  device: '/oauth/device',
  refused: '/oauth/refused',
} as const;

/** Brings the browser that began a request back to it. */
export const RESUME_COOKIE = 'svc_oauth';
