import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { defineCases, ofPatient } from '../../../test/authorization/cases.ts'
import { appointmentParams, ofAppointments } from '../../../test/authorization/sent.ts'

export const resultChoicesCases = defineCases('result-choices', resultChoiceEndpoints, {
  one: ofAppointments(appointmentParams, { shows: [] }),
  // The demonstration does not offer the choice.
  choose: ofAppointments((id) => ({ ...appointmentParams(id), body: { choice: 'now' } }), { ok: 409 }),
  show: ofPatient({
    sent: ({ id, exam }) => ({ params: { patientId: id, attention_id: exam, type: 'laboratory' } }),
    ok: 404,
  }),
})
