import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import {
  type Details,
  defineCases,
  ofPatient,
  open,
  own,
  type Sent,
  staffOnly,
} from '../../../test/authorization/cases.ts'
import { andReserved, noKey, withId } from '../../../test/authorization/sent.ts'

const sharing = (patientId: number, attention_id: number) => ({
  params: { patientId, attention_id, type: 'laboratory' },
  body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, comment: '' },
})
const ofExams = (request: (patientId: number, attention_id: number) => Sent, details: Details = {}) =>
  andReserved(
    ({ id, exam }) => request(id, exam),
    ({ id, reservedExam }) => request(id, reservedExam),
    details,
  )
const laboratoryExam = (patientId: number, attention_id: number) => ({
  params: { patientId, attention_id, type: 'laboratory' },
})

export const examsCases = [
  // No result of these patients is late.
  ...defineCases('late-results', lateResultEndpoints, { list: staffOnly({ shows: [] }) }),

  ...defineCases('exams', examEndpoints, {
    list: own(),
    listOf: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }), delegate: 'exams' }),
    awaited: own({ shows: [] }),
    awaitedOf: ofPatient({ sent: ({ id }) => ({ params: { patientId: id } }), shows: [] }),
    view: ofExams(laboratoryExam, { delegate: 'exams' }),
    documents: ofExams(laboratoryExam, { delegate: 'exams' }),
    visit: ofExams(laboratoryExam, { delegate: 'exams' }),
    visitFile: open({ ...noKey, ok: 404 }),
    results: ofExams((patientId, attention_id) => ({ params: { patientId, attention_id } }), {
      delegate: 'exams',
    }),
    resultsByKey: open({ ...noKey, ok: 404 }),
    file: open({ ...noKey, ok: 404 }),
  }),

  ...defineCases('exam-shares', examShareEndpoints, {
    send: ofExams(sharing),
    list: own(),
    listOf: ofPatient({ sent: withId }),
    // A guardian does not see a share that the adolescent created.
    end: ofPatient({ sent: ({ share }) => ({ params: { id: share } }), but: { guardian: 404 } }),
    open: open({ body: { token: 't'.repeat(43), code: '000000' }, ok: 404 }),
    file: open({ ...noKey, ok: 404 }),
  }),
]
