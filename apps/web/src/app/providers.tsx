import { Failure } from '@mi-portal/contract/failure'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** One store of answers. A refusal is final; only silence (no network, a dependency down) is asked once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call is refused at once, with words; kept back, as is the library's way, it would seem to go on for ever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (count, error) =>
          count < 1 && error instanceof Failure && (error.status === 0 || error.status === 503),
      },
    },
  })
}

/** What every page needs around it. */
export function Providers(props: { client: QueryClient; children: ReactNode }) {
  return <QueryClientProvider client={props.client}>{props.children}</QueryClientProvider>
}
