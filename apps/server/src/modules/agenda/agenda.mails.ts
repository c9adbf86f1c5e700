import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Letter = {
  readonly first_name: string
  /** Whose hour it is, when it is not the recipient's own. */
  readonly patient_name: string | null
  readonly day: Day
  /** `09:30` */
  readonly hour: string
  readonly doctor_name: string
  readonly place: string
}

type MovedLetter = Letter & {
  readonly old_day: Day
  readonly old_hour: string
  /** How to get there; null for a visit by video. */
  readonly address: string | null
}

/** The specialty is left out: it may tell whoever sees the mailbox what somebody is treated for. */
const whatOf = ({ doctor_name, place }: Letter) =>
  [
    ['Profesional', doctor_name],
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
      { kind: 'paragraph', text: 'Si no te acomoda, puedes cambiarla o cancelarla cuando quieras.' },
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

const sample = {
  first_name: 'Camila Andrea',
  patient_name: null,
  day: '2026-12-03',
  hour: '09:30',
  doctor_name: 'Dra. Carolina Muñoz Vidal',
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
    },
  ),
  mailSample(
    hourCancelledByClinic,
    'Hora cancelada por la clínica',
    'Al paciente, cuando la clínica cancela una hora.',
    sample,
  ),
]
