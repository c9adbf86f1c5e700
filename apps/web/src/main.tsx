import './app/styles/entry.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, Providers } from './app/providers.tsx'
import { createPortalRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The shell has no #root')

createRoot(root).render(
  <StrictMode>
    <Providers client={createQueryClient()}>
      <RouterProvider router={createPortalRouter()} />
    </Providers>
  </StrictMode>,
)
