import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { describeDue, descriptions } from './service-requests.rules.ts'

type Received = { readonly first_name: string; readonly matter: Matter; readonly number: string }
type RequestMailData = Received & { readonly due_at: Date }

/**
 * Mail to the requester. It does not contain the request, which could reveal health data to others with access to the
 * mailbox.
 */
export const requestReceived: MailTemplate<RequestMailData> = {
  name: 'requests.received',
  clinical: true,
  subject: 'Recibimos tu solicitud',
  blocks: ({ first_name, matter, number, due_at }) => [
    `Hola, ${first_name}: te responderemos por correo electrónico a más tardar ${describeDue(matter, due_at)}.`,
    [
      ['Solicitud', descriptions[matter].label],
      ['Número', number],
    ],
    { kind: 'button', label: 'Ver mis solicitudes', path: descriptions[matter].page },
  ],
}

export const requestAnswered: MailTemplate<Received & { readonly path: `/${string}` }> = {
  name: 'requests.answered',
  clinical: true,
  subject: 'Respondimos tu solicitud',
  blocks: ({ first_name, matter, number, path }) => [
    `Hola, ${first_name}: tu solicitud ya tiene respuesta. Por tu privacidad, la lees al iniciar sesión.`,
    [
      ['Solicitud', descriptions[matter].label],
      ['Número', number],
    ],
    { kind: 'button', label: 'Leer la respuesta', path },
  ],
}

type ForDesk = {
  readonly matter: Matter
  readonly id: number
  readonly number: string
  readonly due_at: Date
  readonly files: number
  readonly is_new: boolean
}

/** Mail to the department: that a request waits and where. The request itself is shown only in the portal. */
export const requestArrived: MailTemplate<ForDesk> = {
  name: 'requests.arrived',
  clinical: false,
  subject: 'Solicitud por responder',
  heading: (data) => (data.is_new ? 'Nueva solicitud por responder' : 'Nuevo mensaje en una solicitud'),
  blocks: (data) => [
    `Un paciente espera respuesta a más tardar ${describeDue(data.matter, data.due_at)}.`,
    [
      ['Solicitud', descriptions[data.matter].label],
      ['Número', data.number],
      ['Archivos adjuntos', String(data.files)],
    ],
    {
      kind: 'button',
      label: 'Abrir la solicitud',
      path:
        data.matter === 'complaints'
          ? `/admin/reclamos/${data.id}`
          : `/admin/solicitudes?matter=${data.matter}&id=${data.id}`,
    },
  ],
}

export const requestSamples: readonly MailSample[] = [
  mailSample(requestReceived, 'Solicitud recibida', 'Al paciente, cuando envía una solicitud.', {
    first_name: 'Camila Andrea',
    matter: 'budgets',
    number: '1042',
    due_at: new Date('2026-12-01T15:00:00Z'),
  }),
  mailSample(
    requestAnswered,
    'Solicitud respondida',
    'Al paciente, cuando la clínica responde su solicitud.',
    { first_name: 'Camila Andrea', matter: 'budgets', number: '1042', path: descriptions.budgets.page },
  ),
  mailSample(
    requestArrived,
    'Solicitud por responder',
    'A la mesa de la clínica, cuando llega una solicitud.',
    {
      matter: 'budgets',
      id: 1042,
      number: '1042',
      due_at: new Date('2026-12-01T15:00:00Z'),
      files: 2,
      is_new: true,
    },
  ),
]
