import './app/styles/entry.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient, Providers } from './app/providers.tsx'
import { createPortalRouter } from './app/router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The shell has no #root')

function draw(into: Element, router: ReturnType<typeof createPortalRouter>) {
  createRoot(into).render(
    <StrictMode>
      <Providers client={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

/** What is asked of the page meanwhile, a touch or a turn of the wheel, comes in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The picture of the page that came with the shell stays until there is something to put in its place. */
async function replacePicture(into: Element) {
  await pause()
  const router = createPortalRouter()
  await pause()
  await router.load()
  await pause()
  startTransition(() => draw(into, router))
}

if (root.hasChildNodes()) void replacePicture(root)
else draw(root, createPortalRouter())
