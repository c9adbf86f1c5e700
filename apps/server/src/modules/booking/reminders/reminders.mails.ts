import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

type HoursAhead = {
  readonly first_name: string
  readonly day: Day
  /** Days from today to that day. */
  readonly ahead: number
  readonly hours: readonly {
    readonly hour: string
    readonly doctor_name: string
    readonly place: string
    /** Whose it is, when it is not the recipient's own. */
    readonly patient_name: string | null
  }[]
  readonly offPath: `/${string}`
}

function headingOf(ahead: number): string {
  if (ahead === 1) return 'Mañana tienes hora'
  return ahead === 7 ? 'Tienes hora en una semana' : `Tienes hora en ${ahead} días`
}

export const hoursAhead: MailTemplate<HoursAhead> = {
  name: 'booking.reminder',
  subject: () => 'Recordatorio de hora',
  body: ({ first_name, day, ahead, hours, offPath }) => ({
    heading: headingOf(ahead),
    blocks: [
      { kind: 'paragraph', text: `Hola, ${first_name}: te recordamos lo reservado para el ${showDay(day)}.` },
      ...hours.map(
        ({ hour, doctor_name, place, patient_name }) =>
          ({
            kind: 'facts',
            rows: [
              ['Hora', hour],
              ...(patient_name === null ? [] : [['Paciente', patient_name] as const]),
              ['Profesional', doctor_name],
              ['Lugar', place],
            ],
          }) as const,
      ),
      {
        kind: 'paragraph',
        text: 'Si no puedes asistir, cancela o cambia la hora para que otra persona la use.',
      },
      { kind: 'button', label: 'Ver mis consultas médicas', path: '/dashboard/consultas-medicas' },
      { kind: 'button', label: 'No recibir más recordatorios', path: offPath },
    ],
  }),
}

export const reminderSamples: readonly MailSample[] = [
  mailSample(hoursAhead, 'Recordatorio de hora', 'Al paciente, una semana y un día antes de su hora.', {
    first_name: 'Camila Andrea',
    day: '2026-12-03',
    ahead: 1,
    hours: [
      {
        hour: '09:30',
        doctor_name: 'Dra. Carolina Muñoz Vidal',
        place: 'Clínica Providencia, piso 3',
        patient_name: null,
      },
    ],
    offPath: '/dashboard/consultas-medicas',
  }),
]
