import { type Day, showDay } from '@mi-portal/contract/values/dates'
import type { MailTemplate } from '../../../platform/mail-layout.ts'

type HourOffered = {
  readonly first_name: string
  readonly day: Day
  /** `09:30` */
  readonly hour: string
  readonly doctor_name: string
  readonly place: string
  /** Until when it is kept, `10:05`. */
  readonly until: string
}

export const hourOffered: MailTemplate<HourOffered> = {
  name: 'booking.offered',
  subject: () => 'Se liberó una hora',
  body: ({ first_name, day, hour, doctor_name, place, until }) => ({
    heading: 'Se liberó una hora como la que esperas',
    blocks: [
      { kind: 'paragraph', text: `Hola, ${first_name}: la guardamos para ti hasta las ${until}.` },
      {
        kind: 'facts',
        rows: [
          ['Fecha', showDay(day)],
          ['Hora', hour],
          ['Profesional', doctor_name],
          ['Lugar', place],
        ],
      },
      { kind: 'paragraph', text: 'Si no la tomas, se la ofreceremos a la persona que sigue en la lista.' },
      { kind: 'button', label: 'Tomar la hora', path: '/reservas' },
    ],
  }),
}
