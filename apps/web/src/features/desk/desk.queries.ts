import { deskEndpoints, type InboxMatter, type TrayState } from '@mi-portal/contract/desk'
import type { ThreadMatter } from '@mi-portal/contract/request-threads'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveText } from '../../lib/browser/save-text.ts'
import { call, createUploadClient } from '../../lib/call.ts'
import { useSendMessage } from '../service-requests/service-requests.queries.ts'

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

/** Finds requests of every matter and state by number or person. */
export function foundQuery(filter: string, page: number) {
  return queryOptions({
    queryKey: [...deskKey, 'found', filter, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(deskEndpoints.find, { body: { filter, page } }, { signal, fallback }),
  })
}

/** Saves what a list or a search shows as a file. */
export function useExportDesk() {
  return useMutation({
    mutationFn: async (listed: { matter: InboxMatter; state: TrayState; filter: string }) => {
      const { name, csv } = await call(deskEndpoints.export, { body: listed }, { fallback })
      saveText(name, 'text/csv;charset=utf-8', csv)
    },
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

/** Loads the staff to whom a request can be assigned. */
export function assigneesQuery(matter: InboxMatter, id: number) {
  return queryOptions({
    queryKey: [...deskKey, 'assignees', matter, id],
    queryFn: async ({ signal }) =>
      (await call(deskEndpoints.assignees, { params: { matter, id } }, { signal, fallback })).assignees,
  })
}

/** Answers a request; `seen` is the number of messages that the user sees. */
export function useAnswerRequest(matter: InboxMatter, id: number, seen: number) {
  return useSendMessage({
    seen,
    field: 'answer',
    send: (form, onProgress) =>
      createUploadClient(onProgress)(
        deskEndpoints.answer,
        { params: { matter, id }, form },
        { fallback: 'No ha sido posible enviar la respuesta' },
      ),
  })
}

/** The changes of a request that are no answer. Each loads what is shown again. */
export function useChangeRequest(matter: InboxMatter, id: number) {
  const onSuccess = useReloadDesk()
  const params = { matter, id }
  // The screen offers no closing of a request about personal data.
  const ofThread = { params: { ...params, matter: matter as ThreadMatter } }
  const sent = { fallback: 'No se recibió respuesta del servidor' }
  return {
    note: useMutation({
      mutationFn: (body: { text: string }) => call(deskEndpoints.note, { params, body }, sent),
      onSuccess,
    }),
    assign: useMutation({
      mutationFn: (assignee_id: number | null) =>
        call(deskEndpoints.assign, { params, body: { assignee_id } }, sent),
      onSuccess,
    }),
    close: useMutation({
      mutationFn: (reason: string) => call(deskEndpoints.close, { ...ofThread, body: { reason } }, sent),
      onSuccess,
    }),
    reopen: useMutation({
      mutationFn: () => call(deskEndpoints.reopen, ofThread, sent),
      onSuccess,
    }),
  }
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
