import { deskEndpoints, type Matter, type TrayState } from '@mi-portal/contract/desk'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, callSending } from '../../lib/call.ts'

const deskKey = ['desk'] as const
const fallback = 'Error server al obtener solicitudes'

export function trayQuery(matter: Matter, state: TrayState, page: number) {
  return queryOptions({
    queryKey: [...deskKey, 'tray', matter, state, page],
    placeholderData: keepPreviousData,
    // Others ask and answer meanwhile.
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(deskEndpoints.tray, { query: { matter, state, page } }, { signal, fallback }),
  })
}

/** One request. Each time it is opened anew: what staff look at is in the audit trail. */
export function deskRequestQuery(matter: Matter, id: number) {
  return queryOptions({
    queryKey: [...deskKey, 'request', matter, id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call(deskEndpoints.open, { params: { matter, id } }, { signal, fallback })).request,
  })
}

/** Answers a request. `sent` tells what part of the form has left. */
export function useAnswer(matter: Matter, id: number) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const answer = useMutation({
    mutationFn: ({ text, files }: { text: string; files: readonly File[] }) => {
      const form = new FormData()
      form.set('answer', text)
      files.forEach((file, index) => {
        form.set(`file_${index}`, file)
      })
      setSent(0)
      return callSending(setSent)(
        deskEndpoints.answer,
        { params: { matter, id }, form },
        { fallback: 'No ha sido posible enviar la respuesta' },
      )
    },
    onSettled: () => setSent(null),
  })
  return { answer, sent, reload: () => client.invalidateQueries({ queryKey: deskKey }) }
}

/** Gives a request about personal data its one extension. */
export function useExtend(id: number) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(
        deskEndpoints.extend,
        { params: { id }, body: { reason } },
        { fallback: 'No ha sido posible extender el plazo' },
      ),
  })
}

/** What of the tray is shown is asked for again. */
export function useReloadDesk() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: deskKey })
}
