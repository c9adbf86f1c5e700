import { type Appointment, bookAgain, modalityNames } from '@mi-portal/contract/appointments/appointments'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type CancellationMailData = {
  readonly first_name: string
  /** The patient's first name if it is not the recipient; otherwise null. */
  readonly patient_name: string | null
  readonly day: Day
  readonly hour: string
  readonly doctor_name: string
  readonly modality: Appointment['modality']
  readonly place: string
  readonly without_account?: boolean
}

/**
 * Mail about a cancelled appointment. It omits the specialty, which could reveal to others with access to the mailbox
 * what the patient is treated for.
 */
export const appointmentCancelledMail: MailTemplate<CancellationMailData> = {
  name: 'appointments.cancelled',
  clinical: true,
  subject: 'Cancelación de hora',
  heading: ({ patient_name }) =>
    patient_name === null ? 'Tu hora fue cancelada' : `La hora de ${patient_name} fue cancelada`,
  blocks: ({ first_name, day, hour, doctor_name, modality, place, without_account }) => [
    `Hola, ${first_name}: confirmamos la cancelación de esta hora.`,
    [
      ['Fecha', showDay(day)],
      ['Hora', hour],
      ['Profesional', doctor_name],
      ['Modalidad', modalityNames[modality]],
      ['Lugar', place],
    ],
    without_account ? 'Si todavía necesitas atención, llámanos para reservar otra hora.' : bookAgain,
    ...(without_account
      ? []
      : [
          {
            kind: 'button',
            label: 'Ver mis consultas médicas',
            path: '/dashboard/consultas-medicas',
          } as const,
        ]),
  ],
}

export const appointmentSamples: readonly MailSample[] = [
  mailSample(
    appointmentCancelledMail,
    'Hora cancelada',
    'Al paciente, cuando cancela una hora.',
    ({ place }) => ({
      first_name: 'Camila Andrea',
      patient_name: null,
      day: '2026-12-03',
      hour: '09:30',
      doctor_name: 'Dra. Carolina Muñoz Vidal',
      modality: 'presencial' as const,
      place: `${place.name}, piso 3`,
    }),
  ),
]
