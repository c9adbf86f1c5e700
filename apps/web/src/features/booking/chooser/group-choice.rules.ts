/** What a booking group of the clinic opens the reservation with, and where it is offered. */
import { joinNames } from '@mi-portal/contract/clinic/join-names'
import type { PublicBookingGroup } from '@mi-portal/contract/clinic/public-clinic'
import { portal } from '../../../lib/portal-config.ts'
import type { Choice } from '../reservation/reservation.flow.ts'

/** Returns the choices of the reservation of a group at a site; `AMBAS` means that any site will do. */
export function getGroupChoice({ kind, sites, offered_at }: PublicBookingGroup, office: string): Choice {
  if (kind === 'telemedicine') return { modality: 'telemedicina' }
  const codes = new Set((office === 'AMBAS' ? offered_at : [office]).flatMap((code) => sites[code] ?? []))
  return { office_id: office, ...(codes.size > 0 && { spec_id: [...codes].join(',') }) }
}

export function listGroupSites({ offered_at }: PublicBookingGroup) {
  return portal.clinic.sites.filter(({ code }) => offered_at.includes(code))
}

/** Returns the line below a group's name: its description, or the sites that offer it. */
export function describeGroup(group: PublicBookingGroup): string {
  return group.description ?? joinNames(listGroupSites(group).map(({ name }) => name))
}
