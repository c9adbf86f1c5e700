import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { id, idParam } from './values/ids.ts'

const named = z.object({ id: id(), name: z.string() })

const displayDuration = z.object({
  id: id(),
  name_exam: z.string(),
  /** Texts that say when the exam appears in the portal, and when it can be picked up. */
  day_withdrawal_portal: z.string(),
  day_withdrawal: z.string(),
  display_duration_exam_categories: z.object({ id: id(), category_name: z.string() }),
})
export type DisplayDuration = z.output<typeof displayDuration>

export const catalogueEndpoints = endpoints({ access: 'public' })({
  statuses: {
    route: 'GET /status',
    access: 'staff',
    permission: 'any',
    summary: 'Lists the statuses of an account: 1 enabled, 2 disabled, 3 pending validation',
    reply: z.object({ statuses: z.array(named) }),
  },
  roles: {
    route: 'GET /roles/persons',
    access: 'staff',
    permission: 'any',
    summary: 'Lists the roles in staff forms: 1 administrator, 2 patient',
    reply: z.object({ roles: z.array(named) }),
  },
  documentTypes: {
    route: 'GET /documents/types',
    summary: 'Lists the kinds of identity document: 1 RUT, 2 passport',
    cache: 'catalogue',
    reply: z.object({ documentTypes: z.array(named) }),
  },
  genders: {
    route: 'GET /genders',
    summary: 'Lists the genders',
    cache: 'catalogue',
    reply: z.object({ genders: z.array(named) }),
  },
  nationalities: {
    route: 'GET /locations/nationalities',
    summary: 'Lists the nationalities',
    cache: 'catalogue',
    reply: z.object({ nationalities: z.array(named) }),
  },
  forecasts: {
    route: 'GET /forecasts',
    summary: 'Lists the health insurers; those with status 0 are not offered',
    cache: 'published',
    reply: z.object({ forecasts: z.array(z.object({ id: id(), nombre: z.string(), status: z.int() })) }),
  },
  regions: {
    route: 'GET /locations/regions',
    summary: 'Lists the regions of Chile from north to south',
    cache: 'catalogue',
    reply: z.object({ regions: z.array(named) }),
  },
  cities: {
    route: 'GET /locations/cities/{regionId}',
    summary: 'Lists the provinces of a region',
    params: z.object({ regionId: idParam() }),
    cache: 'catalogue',
    reply: z.object({ cities: z.array(named) }),
  },
  communes: {
    route: 'GET /locations/communes/{cityId}',
    summary: 'Lists the communes of a province',
    params: z.object({ cityId: idParam() }),
    cache: 'catalogue',
    reply: z.object({ communes: z.array(named) }),
  },
  displayDurations: {
    route: 'GET /display/duration/exams',
    summary: 'Lists when each kind of exam is available in the portal and for pick-up',
    cache: 'published',
    reply: z.object({ displayDurationExam: z.array(displayDuration) }),
  },
  examRelationships: {
    route: 'GET /types/relationships/exams',
    access: 'signedIn',
    summary: 'Lists the possible relationships to the patient of a recipient of a shared exam',
    reply: z.object({ typeRelationshipExams: z.array(named) }),
  },
})
