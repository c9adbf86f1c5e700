/** Renders a page to HTML while the portal is built, as the page is before any call is answered. Never sent to a browser. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { createPortalRouter } from '../router.tsx'

export async function prerenderPage(path: string): Promise<string> {
  const router = createPortalRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { prelude } = await prerender(<RouterProvider router={router} />)
  const { queryClient } = await import('../query-cache.tsx')
  queryClient.clear()
  const html = await new Response(prelude).text()
  // The router's script restores the scroll position, which is of no use in a page that is replaced.
  return html.replaceAll(/<script>.*?<\/script>/gs, '')
}
