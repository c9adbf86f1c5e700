import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { serviceRequestEndpoints } from '@mi-portal/contract/service-requests/service-requests'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import type { Person } from '../../../test/authorization/actors.ts'
import { defineCases, ofPatient, own, signedIn, staffOnly } from '../../../test/authorization/cases.ts'

const budget = { id_intervencion: 1, c_prevision: 5, fecha_estimada: '2026-12-24' }
const toPlace = ({ documentRequest }: Person) => ({ matter: 'documents', id: documentRequest })
const toForm = (fields: Readonly<Record<string, string | number>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

export const serviceRequestCases = [
  ...defineCases('contact', contactEndpoints, {
    reasons: signedIn(),
    send: ofPatient({
      sent: ({ id }) => ({ form: toForm({ reason_contact_id: 1, patient_id: id, message: 'Hola' }) }),
    }),
    pages: own({ body: {} }),
  }),

  ...defineCases('documents', documentEndpoints, {
    kinds: signedIn(),
    request: ofPatient({
      sent: ({ id }) => ({ body: { document: 1, family_member_id: id } }),
      delegate: 'requests',
    }),
    list: own(),
  }),

  ...defineCases('budgets', quoteEndpoints, {
    interventions: signedIn(),
    forecasts: signedIn(),
    physicians: signedIn(),
    request: ofPatient({
      sent: ({ id }) => ({ form: toForm({ ...budget, patient_id: id }) }),
      delegate: 'requests',
    }),
    requestFor: ofPatient({
      sent: ({ id }) => ({ params: { patient_id: id }, form: toForm(budget) }),
      delegate: 'requests',
    }),
    list: own(),
    listOf: ofPatient({ sent: ({ id }) => ({ params: { patient_id: id } }), delegate: 'requests' }),
  }),

  ...defineCases('privacy', dataRightEndpoints, {
    request: ofPatient({ sent: ({ id }) => ({ body: { right: 'access', family_member_id: id } }) }),
    claim: own({ body: { access_id: 2_000_000_000 }, ok: 404 }),
    list: own(),
  }),

  ...defineCases('deskRequests', serviceRequestEndpoints, {
    // A guardian has no access to a quote that the adolescent requested.
    file: ofPatient({
      sent: ({ budgetFile }) => ({ params: { file_id: budgetFile } }),
      but: { guardian: 404 },
      shows: [],
    }),
  }),

  // Only the person who sent a request reads its conversation; a quote is also for the patient and the guardian.
  ...defineCases('requestThreads', requestThreadEndpoints, {
    open: ofPatient({ sent: (about) => ({ params: toPlace(about) }), but: { guardian: 404 } }),
    write: ofPatient({
      sent: (about) => ({ params: toPlace(about), form: toForm({ message: 'Gracias' }) }),
      but: { guardian: 404 },
      shows: [],
    }),
  }),

  ...defineCases('desk', inboxEndpoints, {
    tray: staffOnly({ query: { limit: 100 }, ofEveryPatient: true }),
    find: staffOnly({
      sent: ({ documentRequest }) => ({ body: { filter: String(documentRequest) } }),
      ofEveryPatient: true,
    }),
    export: staffOnly({ body: {}, ofEveryPatient: true, shows: ['name', 'request'] }),
    open: [
      staffOnly({ sent: (about) => ({ params: toPlace(about) }) }),
      staffOnly({ sent: ({ dataRequest }) => ({ params: { matter: 'privacy', id: dataRequest } }) }),
    ],
    file: staffOnly({ sent: ({ budgetFile }) => ({ params: { file_id: budgetFile } }), shows: [] }),
    answer: staffOnly({
      sent: (about) => ({ params: toPlace(about), form: toForm({ answer: 'Listo' }) }),
      shows: [],
    }),
    note: staffOnly({
      sent: (about) => ({ params: toPlace(about), body: { text: 'Llamar mañana' } }),
      shows: [],
    }),
    assignees: staffOnly({
      sent: (about) => ({ params: toPlace(about) }),
      shows: ['name'],
      ofEveryPatient: true,
    }),
    assign: staffOnly({
      sent: (about) => ({ params: toPlace(about), body: { assignee_id: null } }),
      shows: [],
    }),
    reopen: staffOnly({ sent: (about) => ({ params: toPlace(about) }), ok: 409, shows: [] }),
    close: staffOnly({
      sent: (about) => ({ params: toPlace(about), body: { reason: 'Se resolvió por teléfono' } }),
      shows: [],
    }),
    extend: staffOnly({
      sent: ({ dataRequest }) => ({ params: { id: dataRequest }, body: { reason: 'Falta un antecedente' } }),
      shows: [],
    }),
  }),
]
