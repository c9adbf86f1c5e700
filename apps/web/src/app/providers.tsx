import { ApiError } from '@mi-portal/contract/api-error'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * Creates the cache of answers. Rejected calls are not repeated; a call without an answer (no network, a dependency
 * that is down) is repeated once.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails at once with a message; the library's default would pause it and seem to
      // load forever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) =>
          count < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
    },
  })
}

/** The providers that every page needs. */
export function Providers(props: { client: QueryClient; children: ReactNode }) {
  return <QueryClientProvider client={props.client}>{props.children}</QueryClientProvider>
}
