/** Loads and stores how the user is notified. */
import type { Received } from '@mi-portal/contract/calls/endpoint'
import {
  type NotificationSettings,
  notificationPreferenceEndpoints,
} from '@mi-portal/contract/notifications/preferences'
import { textPhoneEndpoints } from '@mi-portal/contract/notifications/text-messages'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { turnOffPush, turnOnPush } from './push.queries.ts'

const { get, choose, set } = notificationPreferenceEndpoints

export function preferencesQuery(ownId: number) {
  return queryOptions({
    queryKey: ['notification-preferences', ownId],
    queryFn: ({ signal }) => call(get, {}, { signal, fallback: 'Error server al obtener tus preferencias' }),
  })
}

function useChange<Input, Result>(ownId: number, change: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Also after an error, which may have changed what is stored: a wrong code can be the last one.
    onSettled: () => client.invalidateQueries({ queryKey: preferencesQuery(ownId).queryKey }),
  })
}

const fallback = 'No ha sido posible guardar tus preferencias'

export function useChooseChannels(ownId: number) {
  return useChange(ownId, (body: Received<typeof choose>['body']) => call(choose, { body }, { fallback }))
}

export function useSetNotifications(ownId: number) {
  return useChange(ownId, (body: NotificationSettings) => call(set, { body }, { fallback }))
}

export function useSendPhoneCode(ownId: number) {
  return useChange(ownId, () =>
    call(textPhoneEndpoints.sendCode, {}, { fallback: 'No pudimos enviar el código' }),
  )
}

export function useConfirmPhone(ownId: number) {
  return useChange(ownId, (code: string) =>
    call(textPhoneEndpoints.confirm, { body: { code } }, { fallback: 'No pudimos confirmar tu celular' }),
  )
}

export function useRemovePhone(ownId: number) {
  return useChange(ownId, () =>
    call(textPhoneEndpoints.remove, {}, { fallback: 'No pudimos quitar tu celular' }),
  )
}

export function useTurnOnPush(ownId: number) {
  return useChange(ownId, (key: string) => turnOnPush(key))
}

export function useTurnOffPush(ownId: number) {
  return useChange(ownId, ({ id, isThisBrowser }: { id: number; isThisBrowser: boolean }) =>
    turnOffPush(id, isThisBrowser),
  )
}
