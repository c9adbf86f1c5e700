import type { OfficeCode, Slot } from '@mi-portal/contract/booking'
import { useQuery } from '@tanstack/react-query'
import { officesQuery } from '../booking.queries.ts'

/** Names a site as the clinic does. */
export function useSiteName(): (code: OfficeCode) => string {
  const { data = [] } = useQuery(officesQuery)
  return (code) => data.find(({ office_id }) => office_id === code)?.name ?? ''
}

/** Says where an hour is, or that it is by video. */
export function usePlaceOfSlot(): (slot: Pick<Slot, 'modality' | 'office_id'>) => string {
  const siteName = useSiteName()
  return ({ modality, office_id }) => (modality === 'telemedicina' ? 'Por video' : siteName(office_id))
}
