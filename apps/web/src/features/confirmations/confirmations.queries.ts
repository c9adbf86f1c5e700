/** Changes that a second member of staff has to confirm. */

import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import {
  type confirmationColumns,
  confirmationEndpoints,
  type RejectionReason,
  type signInColumns,
} from '@mi-portal/contract/confirmations'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const signInsFallback = 'Error server al obtener los ingresos'

const confirmationsKey = ['confirmations'] as const

const fallback = 'Error server al obtener los cambios por confirmar'

export type ListedState = 'pendiente' | 'resuelta'

export function confirmationsQuery(
  state: ListedState,
  { page, limit, order }: OrderedPage<typeof confirmationColumns>,
) {
  return queryOptions({
    queryKey: [...confirmationsKey, state, page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(confirmationEndpoints.list, { query: { state, page, limit, order } }, { signal, fallback }),
  })
}

/** The changes of a person that wait. One person has at most ten of them. */
export function waitingChangesQuery(personId: number) {
  return queryOptions({
    queryKey: [...confirmationsKey, 'person', personId],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          confirmationEndpoints.list,
          { query: { state: 'pendiente', person: String(personId) } },
          { signal, fallback },
        )
      ).confirmations,
  })
}

/** The accounts that were signed into soon after a change by staff. */
export function signInsAfterChangesQuery({ page, limit, order }: OrderedPage<typeof signInColumns>) {
  return queryOptions({
    queryKey: [...confirmationsKey, 'sign-ins', page, limit, order],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        confirmationEndpoints.signIns,
        { query: { page, limit, order } },
        { signal, fallback: signInsFallback },
      ),
  })
}

/** Returns a function that loads all changes that wait again, for pages that request one. */
export function useReloadConfirmations() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: confirmationsKey })
}

// The list is loaded again also after an error, because another person may have decided the change.

export function useConfirmChange() {
  const onSettled = useReloadConfirmations()
  return useMutation({
    mutationFn: (id: number) => call(confirmationEndpoints.confirm, { params: { id } }),
    onSettled,
  })
}

export function useRejectChange() {
  const onSettled = useReloadConfirmations()
  return useMutation({
    mutationFn: ({ id, reason }: { id: number; reason: RejectionReason }) =>
      call(confirmationEndpoints.reject, { params: { id }, body: { reason } }),
    onSettled,
  })
}

export function useWithdrawChange() {
  const onSettled = useReloadConfirmations()
  return useMutation({
    mutationFn: (id: number) => call(confirmationEndpoints.withdraw, { params: { id } }),
    onSettled,
  })
}
