import type { OfficeCode } from '@mi-portal/contract/booking/services'
import type { Slot } from '@mi-portal/contract/booking/slots'
import { useQuery } from '@tanstack/react-query'
import { officesQuery } from '../booking.queries.ts'

/** Returns a function that gives the clinic's name of a site. */
export function useSiteName(): (code: OfficeCode) => string {
  const { data = [] } = useQuery(officesQuery)
  return (code) => data.find(({ office_id }) => office_id === code)?.name ?? ''
}

/** Returns a function that gives the place of a slot: the site, or that it is by video. */
export function usePlaceOfSlot(): (slot: Pick<Slot, 'modality' | 'office_id'>) => string {
  const siteName = useSiteName()
  return ({ modality, office_id }) => (modality === 'telemedicina' ? 'Por video' : siteName(office_id))
}
