import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './data/query-client.ts'
import { meQuery } from './data/me.ts'
import '@fontsource-variable/inter/wght.css'
import './look/app.css'
import { Toasts } from './parts/feedback/toasts.tsx'
import { router } from './router.tsx'

const found = document.getElementById('app')
if (found === null) throw new Error('the page has no place for the app')
const place = found

/** The empty frame of the document stays until there is more to show: what were drawn before that would be drawn twice.
 *  Not awaited where it is called: pages import what this file is bundled with. */
async function begin(): Promise<void> {
  const isFramed = place.firstElementChild !== null
  await Promise.all([router.load(), isFramed ? queryClient.prefetchQuery(meQuery) : null])
  // In pieces: the browser answers to people in between.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

void begin()
