export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
];
export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'];
