import { type Day, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

type Extended = { readonly first_name: string; readonly number: string; readonly due_on: Day }

/**
 * Mail about an extended deadline. The reason is shown only in the portal, because it may reveal what the request is
 * about.
 */
export const dataRequestExtended: MailTemplate<Extended> = {
  name: 'privacy.extended',
  clinical: true,
  subject: 'Extendimos el plazo de tu solicitud',
  blocks: ({ first_name, number, due_on }) => [
    `Hola, ${first_name}: necesitamos más tiempo para responder tu solicitud sobre datos personales. La ley permite extender el plazo una sola vez. El motivo lo lees al iniciar sesión.`,
    [
      ['Número', number],
      ['Respuesta a más tardar', showDay(due_on)],
    ],
    { kind: 'button', label: 'Ver mi solicitud', path: '/dashboard/perfil/datos-personales' },
  ],
}

export const privacySamples: readonly MailSample[] = [
  mailSample(
    dataRequestExtended,
    'Plazo extendido',
    'Al paciente, cuando la clínica necesita más tiempo para una solicitud sobre sus datos.',
    { first_name: 'Camila Andrea', number: 'DP-2026-000042', due_on: '2027-01-25' },
  ),
]
