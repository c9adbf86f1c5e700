import { maskName } from '@mi-portal/contract/fields/full-name'
import { type OpeningReason, openingReasonLabels } from '@mi-portal/contract/staff-reads'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type MoreOpened = {
  readonly first_name: string
  readonly staff_name: string
  readonly opened: number
  readonly reason: OpeningReason
}

/** Mail to those who answer for personal data: a member of staff opens more people than the budget of a day. It names no patient. */
export const moreOpened: MailTemplate<MoreOpened> = {
  name: 'staffReads.moreOpened',
  clinical: false,
  subject: ({ product }) => `Una persona del equipo abrió muchas fichas en ${product}`,
  heading: 'Una persona del equipo abrió muchas fichas',
  blocks: ({ first_name, staff_name, opened, reason }) => [
    `Hola, ${first_name}: ${maskName(staff_name)} abrió hoy las fichas de ${opened} personas y necesita abrir más.`,
    [['Motivo', openingReasonLabels[reason]]],
    'El registro dice qué fichas abrió. Si el motivo no calza con su trabajo, pregúntale, y si hace falta deshabilita su cuenta.',
    { kind: 'button', label: 'Ver el registro', path: '/admin/registro' },
  ],
}

export const staffReadsSamples: readonly MailSample[] = [
  mailSample(
    moreOpened,
    'Muchas fichas abiertas en un día',
    'A quienes responden por los datos personales, cuando una persona del equipo abre más fichas que las previstas para un día.',
    { first_name: 'Andrea Paz', staff_name: 'Pedro Rojas Díaz', opened: 300, reason: 'busy-day' },
  ),
]
