/** Loads and stores how the user is notified. */
import type { Received } from '@mi-portal/contract/endpoint'
import {
  type NotificationSettings,
  notificationPreferenceEndpoints,
} from '@mi-portal/contract/notifications/preferences'
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

function useChange<Input>(ownId: number, change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: preferencesQuery(ownId).queryKey }),
  })
}

const fallback = 'No ha sido posible guardar tus preferencias'

export function useChooseChannels(ownId: number) {
  return useChange(ownId, (body: Received<typeof choose>['body']) => call(choose, { body }, { fallback }))
}

export function useSetNotifications(ownId: number) {
  return useChange(ownId, (body: NotificationSettings) => call(set, { body }, { fallback }))
}

export function useTurnOnPush(ownId: number) {
  return useChange(ownId, (key: string) => turnOnPush(key))
}

export function useTurnOffPush(ownId: number) {
  return useChange(ownId, ({ id, isThisBrowser }: { id: number; isThisBrowser: boolean }) =>
    turnOffPush(id, isThisBrowser),
  )
}
