import { requestThreadEndpoints, type ThreadMatter } from '@mi-portal/contract/service-requests/threads'
import { queryOptions } from '@tanstack/react-query'
import { call, createUploadClient } from '../../../lib/call.ts'
import { useSendMessage } from '../service-requests.queries.ts'

/** Loads a request with its conversation, each time it is opened: that marks its messages as read. */
export function threadQuery(matter: ThreadMatter, id: number) {
  return queryOptions({
    queryKey: ['thread', matter, id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          requestThreadEndpoints.open,
          { params: { matter, id } },
          { signal, fallback: 'Error server al obtener la solicitud' },
        )
      ).request,
  })
}

export function useWriteMessage(matter: ThreadMatter, id: number, seen: number) {
  return useSendMessage({
    seen,
    field: 'message',
    send: (form, onProgress) =>
      createUploadClient(onProgress)(
        requestThreadEndpoints.write,
        { params: { matter, id }, form },
        { fallback: 'No ha sido posible enviar el mensaje' },
      ),
  })
}
