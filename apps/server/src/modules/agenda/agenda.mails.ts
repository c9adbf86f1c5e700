import { type Appointment, modalityNames } from '@mi-portal/contract/appointments'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Letter = {
  readonly first_name: string
  /** The patient's name, if the appointment is not the recipient's own. */
  readonly patient_name: string | null
  readonly day: Day
  /** `09:30` */
  readonly hour: string
  readonly doctor_name: string
  readonly modality: Appointment['modality']
  readonly place: string
}

type MovedLetter = Letter & {
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
const whatOf = ({ doctor_name, modality, place }: Letter) =>
  [
    ['Profesional', doctor_name],
    ['Modalidad', modalityNames[modality]],
    ['Lugar', place],
  ] as const

export const hourMovedByClinic: MailTemplate<MovedLetter> = {
  name: 'agenda.moved',
  subject: () => 'Cambio de hora',
  body: (letter) => ({
    heading:
      letter.patient_name === null
        ? 'Tuvimos que cambiar tu hora'
        : `Tuvimos que cambiar la hora de ${letter.patient_name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${letter.first_name}: la hora del ${showDay(letter.old_day)} a las ${letter.old_hour} cambió. Esta es la nueva, que ya está reservada.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Fecha', showDay(letter.day)],
          ['Hora', letter.hour],
          ...whatOf(letter),
          ...(letter.address === null ? [] : [['Dirección', letter.address] as const]),
        ],
      },
      {
        kind: 'paragraph',
        text: letter.can_move
          ? 'Si no te acomoda, puedes cambiarla o cancelarla cuando quieras.'
          : 'Si no te acomoda, puedes cancelarla cuando quieras. Para cambiarla, reserva otra y cancela esta, o llama a la clínica.',
      },
      { kind: 'button', label: 'Ver mis consultas médicas', path: '/dashboard/consultas-medicas' },
    ],
  }),
}

export const hourCancelledByClinic: MailTemplate<Letter> = {
  name: 'agenda.cancelled',
  subject: () => 'Cancelación de hora',
  body: (letter) => ({
    heading:
      letter.patient_name === null
        ? 'Tuvimos que cancelar tu hora'
        : `Tuvimos que cancelar la hora de ${letter.patient_name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${letter.first_name}: el profesional no podrá atender esta hora. Lamentamos el inconveniente.`,
      },
      {
        kind: 'facts',
        rows: [['Fecha', showDay(letter.day)], ['Hora', letter.hour], ...whatOf(letter)],
      },
      {
        kind: 'paragraph',
        text: 'Si todavía necesitas atención, puedes reservar otra hora cuando quieras.',
      },
      { kind: 'button', label: 'Ver mis consultas médicas', path: '/dashboard/consultas-medicas' },
    ],
  }),
}

/** Informs of an appointment that was cancelled in the clinic's own system. The portal does not know the reason. */
export const hourCancelledElsewhere: MailTemplate<Letter> = {
  name: 'agenda.cancelledElsewhere',
  subject: () => 'Cancelación de hora',
  body: (letter) => ({
    heading:
      letter.patient_name === null
        ? 'La clínica canceló tu hora'
        : `La clínica canceló la hora de ${letter.patient_name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${letter.first_name}: esta hora fue cancelada en la clínica. Si no lo pediste tú, llámanos.`,
      },
      {
        kind: 'facts',
        rows: [['Fecha', showDay(letter.day)], ['Hora', letter.hour], ...whatOf(letter)],
      },
      {
        kind: 'paragraph',
        text: 'Si todavía necesitas atención, puedes reservar otra hora cuando quieras.',
      },
      { kind: 'button', label: 'Ver mis consultas médicas', path: '/dashboard/consultas-medicas' },
    ],
  }),
}

const sample = {
  first_name: 'Camila Andrea',
  patient_name: null,
  day: '2026-12-03',
  hour: '09:30',
  doctor_name: 'Dra. Carolina Muñoz Vidal',
  modality: 'presencial' as const,
  place: 'Clínica Providencia, piso 3',
}

export const agendaSamples: readonly MailSample[] = [
  mailSample(
    hourMovedByClinic,
    'Hora cambiada por la clínica',
    'Al paciente, cuando la clínica mueve una hora.',
    {
      ...sample,
      old_day: '2026-12-02',
      old_hour: '11:00',
      address: 'Avenida de los Aromos 100',
      can_move: true,
    },
  ),
  mailSample(
    hourCancelledByClinic,
    'Hora cancelada por la clínica',
    'Al paciente, cuando la clínica cancela una hora.',
    sample,
  ),
  mailSample(
    hourCancelledElsewhere,
    'Hora cancelada en el sistema de la clínica',
    'Al paciente, cuando la clínica cancela una hora en su propio sistema.',
    sample,
  ),
]
