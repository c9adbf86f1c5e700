import { maskName } from '@mi-portal/contract/fields/full-name'
import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'
import { unnamedPerson } from '../../../platform/mail-sentences.ts'

/**
 * Mail to the recipient of a share. It names the person who shared and nothing of the exam. The comment is shown only
 * after the code, because a mail would bring free text under the clinic's name, and health data into another person's
 * mailbox.
 */
export const examShared: MailTemplate<{
  /** Null if the name is not proven, so that no free text reaches a stranger. */
  readonly shared_by: string | null
  readonly several: boolean
  readonly token: string
  readonly until: Day
}> = {
  name: 'exams.shared',
  clinical: false,
  subject: ({ brand }) => `Te compartieron un examen de ${brand}`,
  heading: ({ several }) => (several ? 'Te compartieron exámenes' : 'Te compartieron un examen'),
  blocks: ({ shared_by, several, token, until }, { product }) => [
    `${shared_by === null ? unnamedPerson : maskName(shared_by)} quiere que veas ${several ? 'exámenes de una de sus atenciones' : 'uno de sus exámenes'} en ${product}. Para ${several ? 'abrirlos' : 'abrirlo'} necesitas el código de 6 dígitos que esa persona te dará: no viene en este correo.`,
    {
      kind: 'button',
      label: several ? 'Abrir los exámenes' : 'Abrir el examen',
      path: `/compartido/${token}`,
    },
    [['Disponible hasta el', showDay(until)]],
    'Si no conoces a esta persona o no esperabas este mensaje, puedes ignorarlo. No reenvíes este enlace.',
  ],
}

function headingOfCopy(sharedBy: string | null, several: boolean): string {
  if (sharedBy === null) return several ? 'Compartiste exámenes de una atención' : 'Compartiste un examen'
  return several ? 'Se compartieron exámenes tuyos' : 'Se compartió un examen tuyo'
}

/**
 * Mail to the person who shared and to the patient. It names the recipient, so that a wrong address is noticed while
 * the share can still be ended.
 */
export const shareCopy: MailTemplate<{
  readonly first_name: string
  /** The person who shared and the patient, each null if it is the reader. */
  readonly shared_by: string | null
  readonly patient_name: string | null
  readonly several: boolean
  readonly recipient: string
  readonly until: Day
}> = {
  name: 'exams.shareCopy',
  clinical: true,
  subject: 'Se compartió un examen',
  heading: ({ shared_by, several }) => headingOfCopy(shared_by, several),
  blocks: ({ first_name, shared_by, patient_name, several, recipient, until }) => [
    shared_by === null
      ? `Hola, ${first_name}: enviamos un enlace a ${several ? 'exámenes de una atención' : 'un examen'} ${patient_name === null ? (several ? 'tuya' : 'tuyo') : `de ${patient_name}`}. Solo se abre con el código que viste en pantalla.`
      : `Hola, ${first_name}: ${maskName(shared_by)}, que está a cargo de ti en el grupo familiar, envió un enlace a ${several ? 'exámenes de una atención tuya' : 'un examen tuyo'}. Solo se abre con un código.`,
    [
      ['Destinatario', recipient],
      ['Disponible hasta el', showDay(until)],
    ],
    'Si el destinatario no es correcto o ya no quieres compartirlo, revoca el enlace: deja de funcionar al instante. Ahí también puedes ver cuándo se abrió.',
    { kind: 'button', label: 'Ver o revocar el enlace', path: '/dashboard/mis-examenes/compartidos' },
  ],
}

export const shareEnded: MailTemplate<{
  readonly first_name: string
  readonly patient_name: string | null
  readonly recipient: string
}> = {
  name: 'exams.shareEnded',
  clinical: true,
  subject: 'Cerramos un enlace que compartiste',
  blocks: ({ first_name, patient_name, recipient }) => [
    `Hola, ${first_name}: en el enlace a un examen ${patient_name === null ? 'tuyo' : `de ${patient_name}`} se escribió diez veces un código equivocado. Por seguridad lo cerramos: con esos códigos no se vio el examen, y el enlace ya no sirve.`,
    [['Destinatario', recipient]],
    'Si la persona a quien lo enviaste se equivocó, compártelo otra vez y dale el código nuevo. Si no fue esa persona, alguien más tiene el enlace: revisa que su correo sea el correcto.',
    { kind: 'button', label: 'Ver lo que compartiste', path: '/dashboard/mis-examenes/compartidos' },
  ],
}

export const shareSamples: readonly MailSample[] = [
  mailSample(examShared, 'Examen compartido', 'A quien recibe un examen compartido.', {
    shared_by: 'Camila Andrea Fuentes',
    several: false,
    token: 'enlace-de-prueba',
    until: '2026-12-03',
  }),
  mailSample(shareCopy, 'Copia de examen compartido', 'Al paciente, cuando se comparte un examen suyo.', {
    first_name: 'Camila Andrea',
    shared_by: null,
    patient_name: null,
    several: false,
    recipient: 'luis@ejemplo.cl',
    until: '2026-12-03',
  }),
  mailSample(
    shareEnded,
    'Enlace cerrado por códigos equivocados',
    'A quien compartió un examen, cuando diez códigos equivocados cierran el enlace.',
    { first_name: 'Camila Andrea', patient_name: null, recipient: 'luis@ejemplo.cl' },
  ),
]
