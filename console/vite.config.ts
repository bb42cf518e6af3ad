import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // Addresses are relative to the base of the page, because the service may be reached below a path.
  base: './',
  resolve: { conditions: ['workbook-source', 'module', 'browser', 'development|production'] },
  // The first browsers with light-dark(), which older ones would need in another form.
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: true,
  },
  server: {
    proxy: Object.fromEntries(
      ['/api'].map((path) => [path, process.env.SERVICE_URL ?? 'http://127.0.0.1:8080']),
    ),
  },
});
