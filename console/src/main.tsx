import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './app/query-client.js';
import { applyPreferences } from './preferences.js';
import { router } from './router.js';
import { Toasts } from './ui/toasts.js';
import './ui/tokens.css';
import './ui/base.css';

applyPreferences();
createRoot(document.getElementById('console') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
