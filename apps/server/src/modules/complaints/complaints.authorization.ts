import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { defineCases, nothingThere, staffOnly } from '../../../test/authorization/cases.ts'

const written_at = '2026-11-26T15:00:00.000Z'

export const complaintCases = defineCases('complaints', complaintEndpoints, {
  pages: staffOnly({ body: {}, ofEveryPatient: true, shows: ['name', 'request'] }),
  export: staffOnly({ body: {}, ofEveryPatient: true, shows: ['name', 'request'] }),
  open: staffOnly({ ...nothingThere, ok: 404 }),
  note: staffOnly({ ...nothingThere, body: { text: 'Nota' }, ok: 404 }),
  save: staffOnly({ ...nothingThere, body: { text: 'Carta', written_at: null, proposes: false }, ok: 404 }),
  preview: staffOnly({ ...nothingThere, ok: 404 }),
  return: staffOnly({ ...nothingThere, body: { text: 'Nota', written_at }, ok: 404 }),
  approve: staffOnly({ ...nothingThere, body: { written_at }, ok: 404 }),
})
