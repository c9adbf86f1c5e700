import './app/styles/entry.ts'
import './lib/markup/trusted-markup.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createPortalRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The shell has no #root')

function render(into: Element, router: ReturnType<typeof createPortalRouter>) {
  createRoot(into).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

/** Lets the browser handle input, such as a touch or a scroll, before the next step. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** Keeps the prerendered page until its own page is loaded, and then replaces it. */
async function replacePrerendered(into: Element) {
  await pause()
  const router = createPortalRouter()
  await pause()
  await router.load()
  await pause()
  startTransition(() => render(into, router))
}

if (root.hasChildNodes()) void replacePrerendered(root)
else render(root, createPortalRouter())
