import { type Appointment, modalityNames } from '@mi-portal/contract/appointments/appointments'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'
import { cancelIfYouCannotCome } from '../booking.mails.ts'

type ReminderMailData = {
  readonly first_name: string
  readonly day: Day
  /** The number of days from today to the day of the appointments. */
  readonly ahead: number
  readonly appointments: readonly {
    readonly id_appointment: number
    /** The page on which the appointment is confirmed, changed or cancelled. */
    readonly linkPath: `/${string}`
    readonly time: string
    readonly doctor_name: string
    readonly modality: Appointment['modality']
    readonly place: string
    readonly patient_name: string | null
  }[]
  readonly offPath: `/${string}`
}

function writeHeading(ahead: number): string {
  if (ahead === 1) return 'Mañana tienes hora'
  return ahead === 7 ? 'Tienes hora en una semana' : `Tienes hora en ${ahead} días`
}

export const reminderMail: MailTemplate<ReminderMailData> = {
  name: 'booking.reminder',
  clinical: true,
  subject: 'Recordatorio de hora',
  unsubscribePath: ({ offPath }) => offPath,
  heading: ({ ahead }) => writeHeading(ahead),
  blocks: ({ first_name, day, appointments, offPath }) => [
    `Hola, ${first_name}: te recordamos lo reservado para el ${showDay(day)}.`,
    ...appointments.flatMap(
      ({ id_appointment, linkPath, time, doctor_name, modality, place, patient_name }) =>
        [
          [
            ['Hora', time],
            ...(patient_name === null ? [] : [['Paciente', patient_name] as const]),
            ['Profesional', doctor_name],
            ['Modalidad', modalityNames[modality]],
            ['Lugar', place],
          ],
          { kind: 'button', label: 'Confirmar, cambiar o cancelar', path: linkPath },
          {
            kind: 'button',
            label: 'Ver preparación y calendario',
            path: `/reservas?reservada=${id_appointment}`,
          },
        ] as const,
    ),
    cancelIfYouCannotCome,
    { kind: 'button', label: 'Ver mis consultas médicas', path: '/dashboard/consultas-medicas' },
    { kind: 'button', label: 'No recibir más recordatorios', path: offPath },
  ],
}

export const reminderSamples: readonly MailSample[] = [
  mailSample(
    reminderMail,
    'Recordatorio de hora',
    'Al paciente, los días antes de su hora que la clínica definió.',
    ({ place }) => ({
      first_name: 'Camila Andrea',
      day: '2026-12-03',
      ahead: 1,
      appointments: [
        {
          id_appointment: 1,
          linkPath: '/dashboard/consultas-medicas' as const,
          time: '09:30',
          doctor_name: 'Dra. Carolina Muñoz Vidal',
          modality: 'presencial' as const,
          place: `${place.name}, piso 3`,
          patient_name: null,
        },
      ],
      offPath: '/dashboard/consultas-medicas' as const,
    }),
  ),
]
