/** What the address of a group's page opens. */
export type FamilyTab = 'grupo' | 'solicitudes'

/** Without a tab, a request leads to where requests are. `requests` is how notices and mails spell it. */
export function tabOf({ tab, request_id }: { tab?: string; request_id?: number }): FamilyTab {
  if (tab === undefined) return request_id === undefined ? 'grupo' : 'solicitudes'
  return tab === 'solicitudes' || tab === 'requests' ? 'solicitudes' : 'grupo'
}
