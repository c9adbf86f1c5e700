import { modalityNames, videoOpensMinutes } from '@mi-portal/contract/appointments/appointments'
import { describeArrival } from '@mi-portal/contract/booking/visit-settings'
import { maskName } from '@mi-portal/contract/fields/full-name'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type Branding, type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

export const cancelIfYouCannotCome =
  'Si no puedes asistir, cancela o cambia la hora para que otra persona la use.'

export type BookingMailData = {
  readonly id_appointment: number
  readonly first_name: string
  /** The patient's name, if the appointment is not the recipient's own. */
  readonly patient_name: string | null
  readonly day: Day
  readonly hour: string
  readonly doctor_name: string
  readonly place: string
  /** The address of the site; null for a visit by video. */
  readonly address: string | null
  readonly joins: boolean
  readonly by_clinic?: boolean
  readonly without_account?: boolean
}

function arrival({ address, joins }: BookingMailData, { arriveMinutes }: Branding): string {
  if (address !== null) return describeArrival(arriveMinutes)
  return joins
    ? `Ten a mano tu cédula de identidad. El enlace para conectarte aparece en tus consultas médicas ${videoOpensMinutes} minutos antes.`
    : 'Ten a mano tu cédula de identidad.'
}

/**
 * Returns the facts of an appointment for a mail. The specialty is left out, because it may reveal what a patient is treated
 * for.
 */
function listFacts({ day, hour, doctor_name, place, address }: BookingMailData) {
  return [
    ['Fecha', showDay(day)] as const,
    ['Hora', hour] as const,
    ['Profesional', doctor_name] as const,
    ['Modalidad', address === null ? modalityNames.telemedicina : modalityNames.presencial] as const,
    ['Lugar', place] as const,
    ...(address === null ? [] : [['Dirección', address] as const]),
  ]
}

function appointmentLinks({ id_appointment, without_account }: BookingMailData) {
  if (without_account) return []
  return [
    {
      kind: 'button',
      label: 'Ver mis consultas médicas',
      path: `/reservas?reservada=${id_appointment}`,
    } as const,
  ]
}

const cancelling = ({ without_account }: BookingMailData) =>
  without_account ? 'Si no puedes asistir, avísanos para que otra persona la use.' : cancelIfYouCannotCome

export const appointmentBookedMail: MailTemplate<BookingMailData> = {
  name: 'booking.booked',
  clinical: true,
  subject: 'Reserva de hora',
  heading: (mail) =>
    mail.patient_name === null ? 'Tu hora está reservada' : `La hora de ${mail.patient_name} está reservada`,
  blocks: (mail, branding) => [
    `Hola, ${mail.first_name}: esta es la hora que ${mail.by_clinic ? `la clínica reservó para ${mail.patient_name ?? 'ti'}` : 'reservaste'}.`,
    listFacts(mail),
    `${arrival(mail, branding)} ${cancelling(mail)}`,
    ...appointmentLinks(mail),
  ],
}

export const appointmentMovedMail: MailTemplate<BookingMailData> = {
  name: 'booking.moved',
  clinical: true,
  subject: 'Cambio de hora',
  heading: (mail) =>
    mail.patient_name === null
      ? mail.by_clinic
        ? 'Tu hora cambió'
        : 'Cambiaste tu hora'
      : `La hora de ${mail.patient_name} cambió`,
  blocks: (mail) => [
    `Hola, ${mail.first_name}: esta es la nueva hora. La anterior quedó libre.`,
    listFacts(mail),
    ...appointmentLinks(mail),
  ],
}

export const appointmentBookedForYouMail: MailTemplate<
  BookingMailData & { readonly booked_by: string; readonly moved: boolean }
> = {
  name: 'booking.bookedForYou',
  clinical: true,
  subject: 'Reserva de hora',
  heading: (mail) => (mail.moved ? 'Cambiaron una hora tuya' : 'Reservaron una hora para ti'),
  blocks: (mail) => [
    `Hola, ${mail.first_name}: ${maskName(mail.booked_by)}, de tu grupo familiar, ${mail.moved ? 'cambió' : 'reservó'} esta hora para ti.`,
    listFacts(mail),
    'Esa persona ve solo esta hora, no tus otras consultas ni tus resultados. Si no quieres que reserve por ti, puedes desactivarlo en tu grupo familiar.',
    { kind: 'button', label: 'Ver mi grupo familiar', path: '/dashboard/mi-grupo-familiar' },
  ],
}

function sampleAppointment({ place }: Pick<Branding, 'place'>): BookingMailData {
  return {
    id_appointment: 1,
    first_name: 'Camila Andrea',
    patient_name: null,
    day: '2026-12-03',
    hour: '09:30',
    doctor_name: 'Dra. Carolina Muñoz Vidal',
    place: `${place.name}, piso 3`,
    address: place.address,
    joins: false,
  }
}

export const bookingSamples: readonly MailSample[] = [
  mailSample(
    appointmentBookedMail,
    'Hora reservada',
    'Al paciente, cuando reserva una hora.',
    sampleAppointment,
  ),
  mailSample(
    appointmentMovedMail,
    'Hora cambiada',
    'Al paciente, cuando cambia una hora.',
    sampleAppointment,
  ),
  mailSample(
    appointmentBookedForYouMail,
    'Hora reservada por otra persona',
    'Al adulto para quien alguien de su grupo reserva.',
    (branding) => ({ ...sampleAppointment(branding), booked_by: 'Diego Esteban Soto', moved: false }),
  ),
]
