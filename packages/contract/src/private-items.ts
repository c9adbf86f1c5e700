/** «Solo yo»: exams and appointments that a patient keeps from the people who see the record through the family. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { examTypes } from './exams/exams.ts'
import { id } from './values/ids.ts'

/** The words of the mark, as badge and as name of the switch. */
export const privateLabel = 'Solo yo'

export const bookedByOther =
  'Otra persona reservó esta hora, así que la conoce. Para que sea solo tuya, cancélala y reserva otra'

/** What the account of an adolescent lacks so that a mark can be kept. */
const markLacks = ['own_mailbox'] as const
export type MarkLack = (typeof markLacks)[number]
export const ownMailboxNeeded =
  'Para usar «Solo yo», tu cuenta necesita un correo que solo tú leas. Cámbialo en tu perfil'

const mark = z.object({ is_private: z.boolean('Indica si es solo para la persona') })

export const privateItemEndpoints = endpoints({ access: 'patient' })({
  options: {
    route: 'GET /private-items',
    summary:
      'Returns whether the caller may keep exams and appointments from the people who see the record, and what the account lacks for it',
    reply: z.object({ may_mark: z.boolean(), lacks: z.nullable(z.enum(markLacks)) }),
  },
  markExam: {
    route: 'PUT /private-items/exams',
    summary:
      'Keeps an exam of the caller from the people who see the record through the family, or shows it again',
    body: z.extend(mark, {
      attention_id: id(),
      type: z.enum(examTypes, 'Tipo de examen inválido'),
    }),
    patient: { of: 'self' },
    action: 'privateItems.exam',
    reply: mark,
  },
  markAppointment: {
    route: 'PUT /private-items/appointments',
    summary:
      'Keeps an appointment of the caller from the people who see the record through the family, or shows it again',
    body: z.extend(mark, { id_appointment: id() }),
    patient: { of: 'self' },
    action: 'privateItems.appointment',
    reply: mark,
  },
})
