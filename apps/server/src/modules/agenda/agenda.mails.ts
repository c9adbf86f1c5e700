import { type Appointment, bookAgain, modalityNames } from '@mi-portal/contract/appointments/appointments'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type Branding, type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type AppointmentMailData = {
  readonly first_name: string
  /** The patient's name, if the appointment is not the recipient's own. */
  readonly patient_name: string | null
  readonly day: Day
  readonly hour: string
  readonly doctor_name: string
  readonly modality: Appointment['modality']
  readonly place: string
  /** The page that opens what happened to the appointment. */
  readonly path: `/${string}`
}

type MovedMailData = AppointmentMailData & {
  readonly old_day: Day
  readonly old_hour: string
  /** The address of the site; null for a visit by video. */
  readonly address: string | null
  /** Whether the patient can move the appointment in the portal; one of another system can only be cancelled there. */
  readonly can_move: boolean
}

/**
 * Returns the facts of an appointment for a mail. The specialty is left out, because it may reveal what a patient is treated
 * for.
 */
const listFacts = ({ doctor_name, modality, place }: AppointmentMailData) =>
  [
    ['Profesional', doctor_name],
    ['Modalidad', modalityNames[modality]],
    ['Lugar', place],
  ] as const

export const appointmentMovedByClinicMail: MailTemplate<MovedMailData> = {
  name: 'agenda.moved',
  clinical: true,
  subject: 'Cambio de hora',
  heading: (mail) =>
    mail.patient_name === null
      ? 'Tuvimos que cambiar tu hora'
      : `Tuvimos que cambiar la hora de ${mail.patient_name}`,
  blocks: (mail) => [
    `Hola, ${mail.first_name}: la hora del ${showDay(mail.old_day)} a las ${mail.old_hour} cambió. Esta es la nueva, que ya está reservada.`,
    [
      ['Fecha', showDay(mail.day)],
      ['Hora', mail.hour],
      ...listFacts(mail),
      ...(mail.address === null ? [] : [['Dirección', mail.address] as const]),
    ],
    mail.can_move
      ? 'Si no te acomoda, puedes cambiarla o cancelarla cuando quieras.'
      : 'Si no te acomoda, puedes cancelarla cuando quieras. Para cambiarla, reserva otra y cancela esta, o llama a la clínica.',
    { kind: 'button', label: 'Ver mis consultas médicas', path: mail.path },
  ],
}

export const appointmentCancelledByClinicMail: MailTemplate<AppointmentMailData> = {
  name: 'agenda.cancelled',
  clinical: true,
  subject: 'Cancelación de hora',
  heading: (mail) =>
    mail.patient_name === null
      ? 'Tuvimos que cancelar tu hora'
      : `Tuvimos que cancelar la hora de ${mail.patient_name}`,
  blocks: (mail) => [
    `Hola, ${mail.first_name}: el profesional no podrá atender esta hora. Lamentamos el inconveniente.`,
    [['Fecha', showDay(mail.day)], ['Hora', mail.hour], ...listFacts(mail)],
    bookAgain,
    { kind: 'button', label: 'Ver mis consultas médicas', path: mail.path },
  ],
}

/** Informs of an appointment that was cancelled in the clinic's own system. The portal does not know the reason. */
export const appointmentCancelledExternallyMail: MailTemplate<AppointmentMailData> = {
  name: 'agenda.cancelledElsewhere',
  clinical: true,
  subject: 'Cancelación de hora',
  heading: (mail) =>
    mail.patient_name === null
      ? 'La clínica canceló tu hora'
      : `La clínica canceló la hora de ${mail.patient_name}`,
  blocks: (mail) => [
    `Hola, ${mail.first_name}: esta hora fue cancelada en la clínica. Si no lo pediste tú, llámanos.`,
    [['Fecha', showDay(mail.day)], ['Hora', mail.hour], ...listFacts(mail)],
    bookAgain,
    { kind: 'button', label: 'Ver mis consultas médicas', path: mail.path },
  ],
}

const sampleAt = ({ place }: Branding) => ({
  path: '/dashboard/consultas-medicas' as const,
  first_name: 'Camila Andrea',
  patient_name: null,
  day: '2026-12-03',
  hour: '09:30',
  doctor_name: 'Dra. Carolina Muñoz Vidal',
  modality: 'presencial' as const,
  place: `${place.name}, piso 3`,
})

export const agendaSamples: readonly MailSample[] = [
  mailSample(
    appointmentMovedByClinicMail,
    'Hora cambiada por la clínica',
    'Al paciente, cuando la clínica mueve una hora.',
    (branding) => ({
      ...sampleAt(branding),
      old_day: '2026-12-02',
      old_hour: '11:00',
      address: branding.place.address,
      can_move: true,
    }),
  ),
  mailSample(
    appointmentCancelledByClinicMail,
    'Hora cancelada por la clínica',
    'Al paciente, cuando la clínica cancela una hora.',
    sampleAt,
  ),
  mailSample(
    appointmentCancelledExternallyMail,
    'Hora cancelada en el sistema de la clínica',
    'Al paciente, cuando la clínica cancela una hora en su propio sistema.',
    sampleAt,
  ),
]
