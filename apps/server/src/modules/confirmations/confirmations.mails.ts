import {
  type ConfirmationKind,
  confirmationDays,
  confirmationLabels,
  type RejectionReason,
  rejectionReasonLabels,
} from '@mi-portal/contract/confirmations'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { type Reportable, reportBlocks } from '../session/account-links/report.rules.ts'

type ToOwner = Reportable & { readonly first_name: string }

/** Mail to the owner of an account in which two members of staff made a change. `changed`: `el documento de tu cuenta`. */
export const changeMade: MailTemplate<ToOwner & { readonly changed: string }> = {
  name: 'confirmations.changeMade',
  clinical: false,
  subject: ({ product }) => `Cambiamos datos de tu cuenta de ${product}`,
  body: (data, branding) => ({
    heading: 'Cambiamos datos de tu cuenta',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${data.first_name}: el equipo de ${branding.brand} cambió ${data.changed}. Lo pidió una persona del equipo y lo confirmó otra.`,
      },
      ...reportBlocks(data, branding),
    ],
  }),
}

/** Mail to the owner of an account about a change that staff rejected. `requested`: `cambiar el documento de tu cuenta`. */
export const attemptRejected: MailTemplate<ToOwner & { readonly requested: string }> = {
  name: 'confirmations.attemptRejected',
  clinical: false,
  subject: ({ product }) => `No hicimos un cambio en tu cuenta de ${product}`,
  body: (data, branding) => ({
    heading: 'No hicimos un cambio en tu cuenta',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${data.first_name}: una persona del equipo de ${branding.brand} pidió ${data.requested}, y otra lo rechazó. Tu cuenta sigue igual.`,
      },
      ...reportBlocks(data, branding),
    ],
  }),
}

type Requested = { readonly first_name: string; readonly kind: ConfirmationKind }

const listButton = {
  kind: 'button' as const,
  label: 'Ver «Por confirmar»',
  path: '/admin/por-confirmar' as const,
}

/** Mail to the member of staff whose change another one rejected. It names no patient. */
export const requestRejected: MailTemplate<Requested & { readonly reason: RejectionReason }> = {
  name: 'confirmations.requestRejected',
  clinical: false,
  subject: ({ product }) => `Rechazaron un cambio que pediste en ${product}`,
  body: ({ first_name, kind, reason }) => ({
    heading: 'Rechazaron un cambio que pediste',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: otra persona del equipo rechazó el cambio «${confirmationLabels[kind]}» que pediste. No se cambió nada.`,
      },
      { kind: 'facts', rows: [['Motivo', rejectionReasonLabels[reason]]] },
      listButton,
    ],
  }),
}

/** Mail to the member of staff whose change was not decided in time. It names no patient. */
export const requestExpired: MailTemplate<Requested> = {
  name: 'confirmations.requestExpired',
  clinical: false,
  subject: ({ product }) => `Venció un cambio que pediste en ${product}`,
  body: ({ first_name, kind }) => ({
    heading: 'Venció un cambio que pediste',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${first_name}: nadie confirmó en ${confirmationDays} días el cambio «${confirmationLabels[kind]}» que pediste. No se cambió nada. Si todavía hace falta, pídelo de nuevo y avisa a otra persona del equipo.`,
      },
      listButton,
    ],
  }),
}

const reportPath = '/proteger/no-fui-yo/enlace-de-prueba'

export const confirmationSamples: readonly MailSample[] = [
  mailSample(
    changeMade,
    'Cambio confirmado por dos personas',
    'A la persona, cuando el equipo cambia su documento o su fecha de nacimiento.',
    { first_name: 'Camila Andrea', changed: 'el documento de tu cuenta', reportPath },
  ),
  mailSample(
    attemptRejected,
    'Cambio rechazado',
    'A la persona, cuando el equipo rechaza un cambio de su cuenta.',
    { first_name: 'Camila Andrea', requested: 'cambiar el documento de tu cuenta', reportPath },
  ),
  mailSample(
    requestRejected,
    'Cambio que pediste, rechazado',
    'A quien pidió un cambio que otra persona del equipo rechaza.',
    { first_name: 'Andrea Paz', kind: 'document-change', reason: 'wrong-data' },
  ),
  mailSample(
    requestExpired,
    'Cambio que pediste, vencido',
    'A quien pidió un cambio que nadie confirmó a tiempo.',
    { first_name: 'Andrea Paz', kind: 'document-change' },
  ),
]
