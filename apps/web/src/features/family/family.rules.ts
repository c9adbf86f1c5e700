/** The tabs of a group's page. */

export const userNotFound = 'No se ha encontrado al usuario'
export const changeFailed = 'No fue posible completar el cambio'
export const notifiesAccountHolders = 'Avisaremos a quienes tengan una cuenta.'
export type FamilyTab = 'grupo' | 'solicitudes'

/**
 * Returns the tab of the address. Without a tab, a request id opens the requests. Notifications and e-mails spell
 * that tab `requests`.
 */
export function readTab({ tab, request_id }: { tab?: string; request_id?: number }): FamilyTab {
  if (tab === undefined) return request_id === undefined ? 'grupo' : 'solicitudes'
  return tab === 'solicitudes' || tab === 'requests' ? 'solicitudes' : 'grupo'
}
