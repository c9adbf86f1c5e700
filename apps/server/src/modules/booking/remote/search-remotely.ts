/** Searches the calendars of an external service. It knows patients by other numbers and judges their age when it books. */
import {
  type Office,
  type Professional,
  type ServiceNeed,
  serviceEndpoints,
} from '@mi-portal/contract/booking/services'
import { type Slot, type SlotsQuery, slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { ActorContext } from '../../../platform/context/context.ts'
import type { ProfessionalsQuery, SpecialtiesQuery } from '../embedded/search-slots.ts'
import { askService } from './ask-service.ts'

const toSent = <Query extends { readonly specialty?: string[] | undefined }>({
  specialty,
  ...query
}: Query) => ({
  query: { ...query, ...(specialty === undefined ? {} : { specialty: specialty.join(',') }) },
})

export const listRemoteOffices = async (ctx: ActorContext, query: ServiceNeed): Promise<Office[]> =>
  (await askService(ctx, ctx.actor.id, serviceEndpoints.offices, toSent(query))).data

export async function listRemoteSpecialties(
  ctx: ActorContext,
  { spec_id, patient_id: _, ...query }: SpecialtiesQuery,
): Promise<Professional['specialties']> {
  const sent = { query: { ...query, ...(spec_id === undefined ? {} : { spec_id: spec_id.join(',') }) } }
  return (await askService(ctx, ctx.actor.id, serviceEndpoints.specialties, sent)).data
}

export const listRemoteProfessionals = async (ctx: ActorContext, query: ProfessionalsQuery) =>
  (await askService(ctx, ctx.actor.id, serviceEndpoints.professionals, toSent(query))).data

export const listRemoteSlots = async (
  ctx: ActorContext,
  { patient_id: _, ...query }: SlotsQuery,
): Promise<Slot[]> => (await askService(ctx, ctx.actor.id, slotEndpoints.slots, toSent(query))).data
