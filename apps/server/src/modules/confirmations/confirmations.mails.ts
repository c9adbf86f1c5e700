import {
  type ConfirmationKind,
  confirmationDays,
  confirmationLabels,
  type RejectionReason,
  rejectionReasonLabels,
} from '@mi-portal/contract/confirmations'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'
import { sampled } from '../../platform/mail-sentences.ts'
import { type Reportable, reportBlocks } from '../session/account-links/report.rules.ts'
import { describeDecision } from './confirmations.rules.ts'

type ToOwner = Reportable & { readonly first_name: string }

function describeInstant(at: Date): string {
  const { day, time } = santiago(at)
  return `el ${showDay(day)} a las ${time}`
}

/** Mail to the owner of an account about a change that takes effect because no other member of staff can confirm it. */
export const changeAnnounced: MailTemplate<
  ToOwner & { readonly requested: string; readonly effectiveAt: Date }
> = {
  name: 'confirmations.changeAnnounced',
  clinical: false,
  subject: ({ product }) => `Vamos a hacer un cambio en tu cuenta de ${product}`,
  heading: 'Vamos a hacer un cambio en tu cuenta',
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: el equipo de ${branding.brand} pidió ${data.requested}. Lo haremos ${describeInstant(data.effectiveAt)}. Si no lo pediste, toca «No fui yo» antes, y no lo haremos.`,
    ...reportBlocks(data, branding),
  ],
}

/** Mail to the owner of an account whose identity two members of staff changed. `changed`: `el documento de tu cuenta`. */
export const changeMade: MailTemplate<ToOwner & { readonly changed: string; readonly isAlone: boolean }> = {
  name: 'confirmations.changeMade',
  clinical: false,
  subject: ({ product }) => `Cambiamos datos de tu cuenta de ${product}`,
  heading: 'Cambiamos datos de tu cuenta',
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: el equipo de ${branding.brand} cambió ${data.changed}. ${describeDecision(data.isAlone)}`,
    ...reportBlocks(data, branding),
  ],
}

/** Mail to the owner of an account about a change that staff rejected. `requested`: `cambiar el documento de tu cuenta`. */
export const attemptRejected: MailTemplate<ToOwner & { readonly requested: string }> = {
  name: 'confirmations.attemptRejected',
  clinical: false,
  subject: ({ product }) => `No hicimos un cambio en tu cuenta de ${product}`,
  heading: 'No hicimos un cambio en tu cuenta',
  blocks: (data, branding) => [
    `Hola, ${data.first_name}: una persona del equipo de ${branding.brand} pidió ${data.requested}, y otra lo rechazó. Tu cuenta sigue igual.`,
    ...reportBlocks(data, branding),
  ],
}

type Requested = { readonly first_name: string; readonly kind: ConfirmationKind }

const listButton = {
  kind: 'button' as const,
  label: 'Ver «Por confirmar»',
  path: '/admin/por-confirmar' as const,
}

/** Mail to the super administrators about a change that no other member of staff can confirm. It names no patient. */
export const waitsAlone: MailTemplate<Requested & { readonly effectiveAt: Date }> = {
  name: 'confirmations.waitsAlone',
  clinical: false,
  subject: ({ product }) => `Un cambio en ${product} se hará sin otra confirmación`,
  heading: 'Un cambio se hará sin otra confirmación',
  blocks: ({ first_name, kind, effectiveAt }) => [
    `Hola, ${first_name}: el cambio «${confirmationLabels[kind]}» se hará ${describeInstant(effectiveAt)}, porque no hay otra persona del equipo que lo confirme. Quien lo pidió puede retirarlo antes.`,
    listButton,
  ],
}

export const requestRejected: MailTemplate<Requested & { readonly reason: RejectionReason }> = {
  name: 'confirmations.requestRejected',
  clinical: false,
  subject: ({ product }) => `Rechazaron un cambio que pediste en ${product}`,
  heading: 'Rechazaron un cambio que pediste',
  blocks: ({ first_name, kind, reason }) => [
    `Hola, ${first_name}: otra persona del equipo rechazó el cambio «${confirmationLabels[kind]}» que pediste. No se cambió nada.`,
    [['Motivo', rejectionReasonLabels[reason]]],
    listButton,
  ],
}

export const requestExpired: MailTemplate<Requested> = {
  name: 'confirmations.requestExpired',
  clinical: false,
  subject: ({ product }) => `Venció un cambio que pediste en ${product}`,
  heading: 'Venció un cambio que pediste',
  blocks: ({ first_name, kind }) => [
    `Hola, ${first_name}: nadie confirmó en ${confirmationDays} días el cambio «${confirmationLabels[kind]}» que pediste. No se cambió nada. Si todavía hace falta, pídelo de nuevo y avisa a otra persona del equipo.`,
    listButton,
  ],
}
export const confirmationSamples: readonly MailSample[] = [
  mailSample(
    changeMade,
    'Cambio confirmado por dos personas',
    'A la persona, cuando el equipo cambia su documento, su nombre, su género o su fecha de nacimiento.',
    { ...sampled, changed: 'el documento de tu cuenta', isAlone: false },
  ),
  mailSample(
    changeAnnounced,
    'Cambio que se hará en 24 horas',
    'A la persona, cuando no hay otra persona del equipo que confirme el cambio.',
    { ...sampled, requested: 'cambiar datos de tu identidad', effectiveAt: new Date('2026-11-25T13:30:00Z') },
  ),
  mailSample(
    waitsAlone,
    'Cambio sin otra confirmación',
    'A la superadministración, cuando no hay otra persona del equipo que confirme un cambio.',
    { first_name: 'Andrea Paz', kind: 'identity-change', effectiveAt: new Date('2026-11-25T13:30:00Z') },
  ),
  mailSample(
    attemptRejected,
    'Cambio rechazado',
    'A la persona, cuando el equipo rechaza un cambio de su cuenta.',
    { ...sampled, requested: 'cambiar datos de tu identidad' },
  ),
  mailSample(
    requestRejected,
    'Cambio que pediste, rechazado',
    'A quien pidió un cambio que otra persona del equipo rechaza.',
    { first_name: 'Andrea Paz', kind: 'identity-change', reason: 'wrong-data' },
  ),
  mailSample(
    requestExpired,
    'Cambio que pediste, vencido',
    'A quien pidió un cambio que nadie confirmó a tiempo.',
    { first_name: 'Andrea Paz', kind: 'identity-change' },
  ),
]
