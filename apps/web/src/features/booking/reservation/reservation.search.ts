import { portal } from '../../../lib/portal-config.ts'
import {
  code,
  day,
  flag,
  matching,
  matchingAny,
  positive,
  searchParams,
  siteCode,
  text,
} from '../../../lib/search-params.ts'
import type { Choice } from './reservation.flow.ts'

/** Reservation: the initial values and the choices; nothing about the person. */
export const bookingSearch: (raw: Readonly<Record<string, unknown>>) => Choice = searchParams({
  office_id: (value) => (value === 'AMBAS' ? value : (siteCode(value) ?? getOnlySite())),
  spec_id: matching(/[A-Za-z0-9_-]{1,12}(,[A-Za-z0-9_-]{1,12})*/),
  specialty: code,
  exam_id: positive,
  procedure: code,
  agenda_imagenologia: flag,
  modality: matchingAny('presencial', 'telemedicina', 'TODAS'),
  rut_professional: matching(/\d{1,8}[\dkK]/),
  primera: flag,
  day,
  slot_id: positive,
  offer: positive,
  patient_id: positive,
  id_appointment: positive,
  reservada: positive,
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
})

/** Returns the code of the only site of the clinic, which needs no question; undefined if there are several. */
function getOnlySite(): string | undefined {
  const [first, ...others] = portal.clinic.sites
  return others.length === 0 ? first?.code : undefined
}
