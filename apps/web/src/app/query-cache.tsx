/**
 * The cache of the server's answers. Every page but the sign-in page has it: its library is a twelfth of what a first
 * visit may load.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** Rejected calls are not repeated; a call without an answer (no network, a dependency that is down) is repeated once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once with a message; the library's default would pause it and seem to
    // load forever.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (count, error) =>
        count < 1 && error instanceof CallError && (error.status === 0 || error.status === 503),
    },
  },
})

/** Returns the component with access to the cache. */
export function withQueryCache<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithQueryCache(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
}
