import { deskEndpoints, type InboxMatter, type TrayState } from '@mi-portal/contract/desk'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, createUploadClient } from '../../lib/call.ts'

const deskKey = ['desk'] as const
const fallback = 'Error server al obtener solicitudes'

export function trayQuery(matter: InboxMatter, state: TrayState, page: number) {
  return queryOptions({
    queryKey: [...deskKey, 'tray', matter, state, page],
    placeholderData: keepPreviousData,
    // Other staff answer and patients send requests meanwhile.
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(deskEndpoints.tray, { query: { matter, state, page } }, { signal, fallback }),
  })
}

/** Loads one request, each time it is opened: the audit log records every request that staff read. */
export function deskRequestQuery(matter: InboxMatter, id: number) {
  return queryOptions({
    queryKey: [...deskKey, 'request', matter, id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call(deskEndpoints.open, { params: { matter, id } }, { signal, fallback })).request,
  })
}

/** Answers a request. `sent` is the part of the form that was sent. */
export function useAnswerRequest(matter: InboxMatter, id: number) {
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
      return createUploadClient(setSent)(
        deskEndpoints.answer,
        { params: { matter, id }, form },
        { fallback: 'No ha sido posible enviar la respuesta' },
      )
    },
    onSettled: () => setSent(null),
  })
  return { answer, sent, reload: () => client.invalidateQueries({ queryKey: deskKey }) }
}

/** Grants the only extension of a request about personal data. */
export function useExtendDeadline(id: number) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(
        deskEndpoints.extend,
        { params: { id }, body: { reason } },
        { fallback: 'No ha sido posible extender el plazo' },
      ),
  })
}

/** Returns a function that reloads the displayed part of the inbox. */
export function useReloadDesk() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: deskKey })
}
