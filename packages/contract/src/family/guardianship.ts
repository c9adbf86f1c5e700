import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { badUserId, familyGroupPath } from './members.ts'

const announcement = z.object({
  id: id(),
  guardian_name: z.string(),
  /** The minor; null if the caller is the minor. */
  member_name: z.nullable(z.string()),
  opens_at: moment(),
  has_begun: z.boolean(),
})
export type GuardianAnnouncement = z.output<typeof announcement>

export const guardianshipEndpoints = endpoints({ access: 'patient' })({
  announcements: {
    route: `GET ${familyGroupPath}/guardians/announced`,
    summary:
      'Lists the new guardians of the last 30 days to whom the caller may object, as another guardian of the minor or as the adolescent',
    reply: z.object({ announcements: z.array(announcement) }),
  },
  answer: {
    route: `PUT ${familyGroupPath}/guardians/announced/{id}`,
    summary: 'Lets the access of an announced guardian begin at once, or stops it and opens a case for staff',
    params: z.object({ id: idParam() }),
    body: z.object({ agrees: z.boolean() }),
  },
  protect: {
    route: `PUT ${familyGroupPath}/admin/protection/{patient_id}`,
    access: 'staff',
    permission: 'users.edit',
    opens: 'patient_id',
    summary:
      'Sets a protection measure, which stops new guardians of a minor, or requests that another member of staff ends it',
    params: z.object({ patient_id: idParam(badUserId) }),
    body: z.object({ protected: z.boolean() }),
  },
})
