/** That of the console. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="2" y="2" width="28" height="28" rx="6" fill="#1f7a5c"/>' +
  '<path d="M8 11h16M8 16.5h16M8 22h16M14 8v16" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>';

/** The page of the API under the name of the service: its bar has the name and the logo of the library alone. */
export const documentationTheme = {
  title: 'API of the Workbook Data Service',
  favicon: [
    { filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: Buffer.from(icon) },
  ],
  css: [{ filename: 'own-name.css', content: '.swagger-ui .topbar { display: none; }' }],
};
