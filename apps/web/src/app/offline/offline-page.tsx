/** Entry of the page that the service worker shows when a page cannot be loaded: it needs no connection. */
import '../styles/entry.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { OfflineScreen } from './offline-screen.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <OfflineScreen />
  </StrictMode>,
)
