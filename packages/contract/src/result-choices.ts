import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { examTypes } from './exams/exams.ts'
import { idParam } from './values/ids.ts'

const resultChoices = ['now', 'with_doctor'] as const
export type ResultChoice = (typeof resultChoices)[number]

export const noResultChoice = 'En esta hora no se puede elegir cuándo ver el resultado'

const ofAppointment = z.object({ id_appointment: idParam() })
const reply = z.object({
  choice: z.enum(resultChoices),
  /** Whether the patient can choose: for an exam that is not cancelled, at a clinic that offers the choice. */
  can_choose: z.boolean(),
})
export type ChoiceOfAppointment = z.output<typeof reply>

export const resultChoiceEndpoints = endpoints({ access: 'patient' })({
  one: {
    route: 'GET /medicals/appointments/results/{id_appointment}',
    summary:
      'Returns when the result of an exam’s appointment is shown: when it arrives, or with the physician',
    params: ofAppointment,
    reply,
  },
  choose: {
    route: 'PUT /medicals/appointments/results/{id_appointment}',
    summary: 'Chooses when the result of an exam’s appointment is shown',
    params: ofAppointment,
    body: z.object({ choice: z.enum(resultChoices, 'Elige cuándo ver el resultado') }),
    reply,
  },
  show: {
    route: 'POST /exams/choices/{patientId}/{attention_id}/{type}',
    summary: 'Shows a result now that the patient had chosen to see with the physician',
    params: z.object({
      patientId: idParam(),
      attention_id: idParam(),
      type: z.enum(examTypes, 'Tipo de examen inválido'),
    }),
    patient: { of: 'param', name: 'patientId', matter: 'whole' },
    action: 'result-choices.show',
  },
})
