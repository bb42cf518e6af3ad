import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const sharedByMostPages =
  /node_modules\/(react|react-dom|scheduler|lucide-react|@tanstack|use-sync-external-store)\/|console\/src\/(app|ui(?!\/code-editor))\//;

/**
 * Style sheets behind the frame that index.html shows, which is painted without them: in the head they would hold it up. Scripts
 * wait for them all the same.
 */
const stylesBehindFrame: Plugin = {
  name: 'styles-behind-frame',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const without = links.reduce((left, link) => left.replace(link, ''), html);
      return without.replace('  </body>', `${links.join('')}  </body>`);
    },
  },
};

export default defineConfig({
  plugins: [react(), stylesBehindFrame],
  // Addresses are relative to the base of the page, because the service may be reached below a path.
  base: './',
  resolve: { conditions: ['workbook-source', 'module', 'browser', 'development|production'] },
  // The first browsers with light-dark(), which older ones would need in another form.
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Files of a few hundred bytes each, as modules shared by pages would be, cost more in requests than in bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: sharedByMostPages, minShareCount: 2, priority: 2 },
            { name: 'table', test: /console\/src\/(grid|rooms\/(table|workbook))\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/odata', '/sharing'].map((path) => [
        path,
        process.env.SERVICE_URL ?? 'http://127.0.0.1:8080',
      ]),
    ),
  },
});
