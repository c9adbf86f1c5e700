/** The calls about the security of the user's own account. */
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export function signInsQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: ['account-security', 'sign-ins', userId, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        accountSecurityEndpoints.signIns,
        { query: { page: String(page) } },
        { signal, fallback: 'Error server al obtener tus inicios de sesión' },
      ),
  })
}

export function sessionQuery(userId: number) {
  return queryOptions({
    queryKey: ['account-security', 'session', userId],
    queryFn: async ({ signal }) =>
      (
        await call(
          accountSecurityEndpoints.session,
          {},
          { signal, fallback: 'Error server al obtener tu sesión' },
        )
      ).session,
  })
}

/** Reports a sign-in of the user. The server ends all sessions, this one too. */
export function useReportSignIn() {
  return useMutation({
    mutationFn: (id: number) => call(accountSecurityEndpoints.reportSignIn, { params: { id } }),
  })
}

/** Locks the user's own account. The server ends all sessions, this one too. */
export function useLockAccount() {
  return useMutation({ mutationFn: () => call(accountSecurityEndpoints.lock, {}) })
}
