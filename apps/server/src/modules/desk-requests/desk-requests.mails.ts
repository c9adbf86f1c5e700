import { answerHours, type Matter } from '@mi-portal/contract/desk'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { matterWords, whereToRead } from './desk-requests.rules.ts'

type Received = { readonly first_name: string; readonly matter: Matter; readonly number: number }

/** What was asked stays out of the mail: it may tell whoever sees the mailbox about somebody's health. */
export const requestReceived: MailTemplate<Received> = {
  name: 'requests.received',
  subject: () => 'Recibimos tu solicitud',
  body: ({ first_name, matter, number }) => ({
    heading: 'Recibimos tu solicitud',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: en un plazo de ${answerHours} horas te responderemos por correo electrónico.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Solicitud', matterWords[matter]],
          ['Número', String(number)],
        ],
      },
      { kind: 'button', label: 'Ver mis solicitudes', path: whereToRead[matter] },
    ],
  }),
}

export const requestAnswered: MailTemplate<Received> = {
  name: 'requests.answered',
  subject: () => 'Respondimos tu solicitud',
  body: ({ first_name, matter, number }) => ({
    heading: 'Respondimos tu solicitud',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: tu solicitud ya tiene respuesta. Por tu privacidad, la lees al iniciar sesión.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Solicitud', matterWords[matter]],
          ['Número', String(number)],
        ],
      },
      { kind: 'button', label: 'Leer la respuesta', path: whereToRead[matter] },
    ],
  }),
}

type ForDesk = { readonly matter: Matter; readonly number: number; readonly files: number }

/** To the desk: that there is something to answer, and where; the request itself is read in the portal alone. */
export const requestArrived: MailTemplate<ForDesk> = {
  name: 'requests.arrived',
  subject: () => 'Nueva solicitud por responder',
  body: ({ matter, number, files }) => ({
    heading: 'Nueva solicitud por responder',
    blocks: [
      { kind: 'paragraph', text: `Un paciente espera respuesta en un plazo de ${answerHours} horas.` },
      {
        kind: 'facts',
        rows: [
          ['Solicitud', matterWords[matter]],
          ['Número', String(number)],
          ['Archivos adjuntos', String(files)],
        ],
      },
      {
        kind: 'button',
        label: 'Abrir la solicitud',
        path: `/admin/solicitudes?matter=${matter}&id=${number}`,
      },
    ],
  }),
}

export const requestSamples: readonly MailSample[] = [
  mailSample(requestReceived, 'Solicitud recibida', 'Al paciente, cuando envía una solicitud.', {
    first_name: 'Camila Andrea',
    matter: 'budgets',
    number: 1042,
  }),
  mailSample(
    requestAnswered,
    'Solicitud respondida',
    'Al paciente, cuando la clínica responde su solicitud.',
    { first_name: 'Camila Andrea', matter: 'budgets', number: 1042 },
  ),
  mailSample(
    requestArrived,
    'Solicitud por responder',
    'A la mesa de la clínica, cuando llega una solicitud.',
    { matter: 'budgets', number: 1042, files: 2 },
  ),
]
