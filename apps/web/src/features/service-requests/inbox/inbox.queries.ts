import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import {
  type InboxMatter,
  inboxEndpoints,
  type requestColumns,
  type TrayState,
} from '@mi-portal/contract/service-requests/inbox'
import type { ThreadMatter } from '@mi-portal/contract/service-requests/threads'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveText } from '../../../lib/browser/save-text.ts'
import { call, createUploadClient } from '../../../lib/call.ts'
import { useSendMessage } from '../service-requests.queries.ts'

type Listed = OrderedPage<typeof requestColumns>

const inboxKey = ['desk'] as const
const fallback = 'Error server al obtener solicitudes'

export function trayQuery(matter: InboxMatter, state: TrayState, { page, limit, order }: Listed) {
  return queryOptions({
    queryKey: [...inboxKey, 'tray', matter, state, page, limit, order],
    placeholderData: keepPreviousData,
    // Other staff answer and patients send requests meanwhile.
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      call(inboxEndpoints.tray, { query: { matter, state, page, limit, order } }, { signal, fallback }),
  })
}

/** Finds requests of every matter and state by number or person. */
export function foundQuery(filter: string, { page, limit, order }: Listed) {
  return queryOptions({
    queryKey: [...inboxKey, 'found', filter, page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(inboxEndpoints.find, { body: { filter, page, limit, order } }, { signal, fallback }),
  })
}

/** Saves what a list or a search shows as a file. */
export function useExportInbox() {
  return useMutation({
    mutationFn: async (listed: { matter: InboxMatter; state: TrayState; filter: string }) => {
      const { name, csv } = await call(inboxEndpoints.export, { body: listed }, { fallback })
      saveText(name, 'text/csv;charset=utf-8', csv)
    },
  })
}

/** Loads one request, each time it is opened: the audit log records every request that staff read. */
export function inboxRequestQuery(matter: InboxMatter, id: number) {
  return queryOptions({
    queryKey: [...inboxKey, 'request', matter, id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (await call(inboxEndpoints.open, { params: { matter, id } }, { signal, fallback })).request,
  })
}

/** Loads the staff to whom a request can be assigned. */
export function assigneesQuery(matter: InboxMatter, id: number) {
  return queryOptions({
    queryKey: [...inboxKey, 'assignees', matter, id],
    queryFn: async ({ signal }) =>
      (await call(inboxEndpoints.assignees, { params: { matter, id } }, { signal, fallback })).assignees,
  })
}

/** Answers a request; `seen` is the number of messages that the user sees. */
export function useAnswerRequest(matter: InboxMatter, id: number, seen: number) {
  return useSendMessage({
    seen,
    field: 'answer',
    send: (form, onProgress) =>
      createUploadClient(onProgress)(
        inboxEndpoints.answer,
        { params: { matter, id }, form },
        { fallback: 'No ha sido posible enviar la respuesta' },
      ),
  })
}

/** The changes of a request that are no answer. Each loads what is shown again. */
export function useChangeRequest(matter: InboxMatter, id: number) {
  const onSuccess = useReloadInbox()
  const params = { matter, id }
  // The screen offers no closing of a request about personal data.
  const ofThread = { params: { ...params, matter: matter as ThreadMatter } }
  return {
    note: useMutation({
      mutationFn: (body: { text: string }) => call(inboxEndpoints.note, { params, body }),
      onSuccess,
    }),
    assign: useMutation({
      mutationFn: (assignee_id: number | null) =>
        call(inboxEndpoints.assign, { params, body: { assignee_id } }),
      onSuccess,
    }),
    close: useMutation({
      mutationFn: (reason: string) => call(inboxEndpoints.close, { ...ofThread, body: { reason } }),
      onSuccess,
    }),
    reopen: useMutation({
      mutationFn: () => call(inboxEndpoints.reopen, ofThread),
      onSuccess,
    }),
  }
}

/** Grants the only extension of a request about personal data. */
export function useExtendDeadline(id: number) {
  return useMutation({
    mutationFn: (reason: string) =>
      call(
        inboxEndpoints.extend,
        { params: { id }, body: { reason } },
        { fallback: 'No ha sido posible extender el plazo' },
      ),
  })
}

/** Returns a function that reloads the displayed part of the inbox. */
export function useReloadInbox() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: inboxKey })
}
