import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { defineCases, nothingThere, staffOnly } from '../../../test/authorization/cases.ts'

export const callDueCases = defineCases('calls-due', callDueEndpoints, {
  list: staffOnly({ ofEveryPatient: true, shows: ['name', 'contact', 'request'] }),
  done: staffOnly({ ...nothingThere, ok: 404 }),
})

export const callDueRows = `insert into calls_due (patient_id, topic, text, created_at) select p, 'requests', 'x', $2::timestamptz from unnest($1::int[]) p`
