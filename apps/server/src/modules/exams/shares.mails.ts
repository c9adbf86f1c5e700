import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

/**
 * To somebody outside: who shared, and nothing of what. The comment is read behind the code; in a mail it would put
 * free text on the clinic's paper, and a patient's words about their health into a stranger's mailbox.
 */
export const examShared: MailTemplate<{
  readonly shared_by: string
  readonly token: string
  readonly until: Day
}> = {
  name: 'exams.shared',
  subject: ({ brand }) => `Te compartieron un examen de ${brand}`,
  body: ({ shared_by, token, until }, { product }) => ({
    heading: 'Te compartieron un examen',
    blocks: [
      {
        kind: 'paragraph',
        text: `${shared_by} quiere que veas uno de sus exámenes en ${product}. Para abrirlo necesitas el código de 6 dígitos que esa persona te dará: no viene en este correo.`,
      },
      { kind: 'button', label: 'Abrir el examen', path: `/compartido/${token}` },
      { kind: 'facts', rows: [['Disponible hasta el', showDay(until)]] },
      {
        kind: 'paragraph',
        text: 'Si no conoces a esta persona o no esperabas este mensaje, puedes ignorarlo. No reenvíes este enlace.',
      },
    ],
  }),
}

/** To whoever shared and to the patient: with whom, so that a wrong address is noticed while it can be ended. */
export const shareCopy: MailTemplate<{
  readonly first_name: string
  /** Who shared it where it was somebody else, and whose exam it is where it is another's. */
  readonly shared_by: string | null
  readonly patient_name: string | null
  readonly recipient: string
  readonly until: Day
}> = {
  name: 'exams.shareCopy',
  subject: () => 'Se compartió un examen',
  body: ({ first_name, shared_by, patient_name, recipient, until }) => ({
    heading: shared_by === null ? 'Compartiste un examen' : 'Se compartió un examen tuyo',
    blocks: [
      {
        kind: 'paragraph',
        text:
          shared_by === null
            ? `Hola, ${first_name}: enviamos un enlace a un examen ${patient_name === null ? 'tuyo' : `de ${patient_name}`}. Solo se abre con el código que viste en pantalla.`
            : `Hola, ${first_name}: ${shared_by}, que está a cargo de ti en el grupo familiar, envió un enlace a un examen tuyo. Solo se abre con un código.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Destinatario', recipient],
          ['Disponible hasta el', showDay(until)],
        ],
      },
      {
        kind: 'paragraph',
        text: 'Si el destinatario no es correcto o ya no quieres compartirlo, revoca el enlace: deja de funcionar al instante. Ahí también puedes ver cuándo se abrió.',
      },
      { kind: 'button', label: 'Ver o revocar el enlace', path: '/dashboard/mis-examenes/compartidos' },
    ],
  }),
}

export const shareSamples: readonly MailSample[] = [
  mailSample(examShared, 'Examen compartido', 'A quien recibe un examen compartido.', {
    shared_by: 'Camila Andrea Fuentes',
    token: 'enlace-de-prueba',
    until: '2026-12-03',
  }),
  mailSample(shareCopy, 'Copia de examen compartido', 'Al paciente, cuando se comparte un examen suyo.', {
    first_name: 'Camila Andrea',
    shared_by: null,
    patient_name: null,
    recipient: 'luis@ejemplo.cl',
    until: '2026-12-03',
  }),
]
