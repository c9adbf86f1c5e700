/** Lists that forms are filled from. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { id, idParam } from './values/ids.ts'

const named = z.object({ id: id(), name: z.string() })

const displayDuration = z.object({
  id: id(),
  name_exam: z.string(),
  /** When it shows in the portal, and when it can be picked up, in words. */
  day_withdrawal_portal: z.string(),
  day_withdrawal: z.string(),
  display_duration_exam_categories: z.object({ id: id(), category_name: z.string() }),
})
export type DisplayDuration = z.output<typeof displayDuration>

export const catalogueEndpoints = {
  statuses: {
    method: 'GET',
    path: '/status',
    access: 'staff',
    summary: 'Status of an account: 1 enabled, 2 disabled, 3 pending validation',
    reply: z.object({ statuses: z.array(named) }),
  },
  roles: {
    method: 'GET',
    path: '/roles/persons',
    access: 'staff',
    summary: 'Roles of staff’s forms: 1 administrator, 2 patient',
    reply: z.object({ roles: z.array(named) }),
  },
  documentTypes: {
    method: 'GET',
    path: '/documents/types',
    access: 'public',
    summary: 'Kinds of document: 1 RUT, 2 passport',
    cache: 'catalogue',
    reply: z.object({ documentTypes: z.array(named) }),
  },
  genders: {
    method: 'GET',
    path: '/genders',
    access: 'public',
    summary: 'Genders',
    cache: 'catalogue',
    reply: z.object({ genders: z.array(named) }),
  },
  nationalities: {
    method: 'GET',
    path: '/locations/nationalities',
    access: 'public',
    summary: 'Nationalities',
    cache: 'catalogue',
    reply: z.object({ nationalities: z.array(named) }),
  },
  forecasts: {
    method: 'GET',
    path: '/forecasts',
    access: 'public',
    summary: 'Health insurers; those with status 0 are not offered',
    cache: 'catalogue',
    reply: z.object({ forecasts: z.array(z.object({ id: id(), nombre: z.string(), status: z.int() })) }),
  },
  regions: {
    method: 'GET',
    path: '/locations/regions',
    access: 'public',
    summary: 'Chile’s regions, north to south',
    cache: 'catalogue',
    reply: z.object({ regions: z.array(named) }),
  },
  cities: {
    method: 'GET',
    path: '/locations/cities/{regionId}',
    access: 'public',
    summary: 'The provinces of a region',
    params: z.object({ regionId: idParam() }),
    cache: 'catalogue',
    reply: z.object({ cities: z.array(named) }),
  },
  communes: {
    method: 'GET',
    path: '/locations/communes/{cityId}',
    access: 'public',
    summary: 'The communes of a province',
    params: z.object({ cityId: idParam() }),
    cache: 'catalogue',
    reply: z.object({ communes: z.array(named) }),
  },
  displayDurations: {
    method: 'GET',
    path: '/display/duration/exams',
    access: 'public',
    summary: 'When each kind of exam can be seen in the portal and picked up',
    cache: 'catalogue',
    reply: z.object({ displayDurationExam: z.array(displayDuration) }),
  },
  examRelationships: {
    method: 'GET',
    path: '/types/relationships/exams',
    access: 'signedIn',
    summary: 'What somebody with whom an exam is shared may be to the patient',
    reply: z.object({ typeRelationshipExams: z.array(named) }),
  },
} as const satisfies EndpointTable
