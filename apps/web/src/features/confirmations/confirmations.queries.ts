/** Changes that a second member of staff has to confirm. */
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const confirmationsKey = ['confirmations'] as const

export type ListedState = 'pendiente' | 'resuelta'

export function confirmationsQuery(state: ListedState, page: number) {
  return queryOptions({
    queryKey: [...confirmationsKey, state, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        confirmationEndpoints.list,
        { query: { state, page: String(page) } },
        { signal, fallback: 'Error server al obtener los cambios por confirmar' },
      ),
  })
}

/** Confirms or rejects a change. The list is loaded again also after an error, because another person may have decided it. */
export function useDecideConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isConfirmed }: { id: number; isConfirmed: boolean }) =>
      call(
        isConfirmed ? confirmationEndpoints.confirm : confirmationEndpoints.reject,
        { params: { id } },
        { fallback: 'No se recibió respuesta del servidor' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: confirmationsKey }),
  })
}
