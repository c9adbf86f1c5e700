import { slotReleased } from '@mi-portal/contract/booking/waiting-list'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

type SlotOfferMailData = {
  readonly first_name: string
  readonly day: Day
  readonly hour: string
  readonly doctor_name: string
  readonly place: string
  readonly until: string
}

export const slotOfferedMail: MailTemplate<SlotOfferMailData> = {
  name: 'booking.offered',
  clinical: true,
  subject: 'Se liberó una hora',
  heading: slotReleased,
  blocks: ({ first_name, day, hour, doctor_name, place, until }) => [
    `Hola, ${first_name}: la guardamos para ti hasta las ${until}.`,
    [
      ['Fecha', showDay(day)],
      ['Hora', hour],
      ['Profesional', doctor_name],
      ['Lugar', place],
    ],
    'Si no la tomas, se la ofreceremos a la persona que sigue en la lista.',
    { kind: 'button', label: 'Tomar la hora', path: '/reservas' },
  ],
}

export const waitingSamples: readonly MailSample[] = [
  mailSample(slotOfferedMail, 'Hora liberada', 'A quien espera una hora que se liberó.', ({ place }) => ({
    first_name: 'Camila Andrea',
    day: '2026-12-03',
    hour: '09:30',
    doctor_name: 'Dra. Carolina Muñoz Vidal',
    place: `${place.name}, piso 3`,
    until: '12:30',
  })),
]
