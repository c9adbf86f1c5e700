import { type Alert, alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Key of the cached data of the administration's screen of alerts. */
const alertsAdminKey = ['alerts', 'admin'] as const

export const alertsAdminQuery = queryOptions({
  queryKey: [...alertsAdminKey, 'list'],
  queryFn: async ({ signal }) =>
    (await call(alertEndpoints.list, {}, { signal, fallback: 'Error server al obtener alertas!' })).alerts ??
    [],
})

export const alertColorsQuery = queryOptions({
  queryKey: [...alertsAdminKey, 'colors'],
  queryFn: async ({ signal }) =>
    (await call(alertEndpoints.colors, {}, { signal, fallback: 'Error server al obtener los colores!' }))
      .colors,
})

/** Creates an alert, or changes the alert that was read as `before`. */
export function useSaveAlert(before: Alert | null) {
  const client = useQueryClient()
  return useMutation({
    onSuccess: () => void client.invalidateQueries({ queryKey: ['alerts'] }),
    mutationFn: ({ name, text, color_id }: { name: string; text: string; color_id: number }) =>
      before === null
        ? call(
            alertEndpoints.create,
            { body: { name, text, color_id } },
            { fallback: 'Error server al registrar alerta!' },
          )
        : call(
            alertEndpoints.edit,
            { params: { id: before.id }, body: { name, text, color_id, updated_at: before.updated_at } },
            { fallback: 'Error server al actualizar alerta!' },
          ),
  })
}

export function useSetAlertActive() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ alert: { id, updated_at }, active }: { alert: Alert; active: boolean }) =>
      call(
        alertEndpoints[active ? 'enable' : 'disable'],
        { params: { id }, body: { updated_at } },
        { fallback: 'Error server al habilitar o deshabilitar alerta!' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}

export function useRemoveAlerts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      call(
        alertEndpoints.remove,
        { body: { ids: [...ids] } },
        { fallback: 'Error server al eliminar alerta!' },
      ),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['alerts'] }),
  })
}
