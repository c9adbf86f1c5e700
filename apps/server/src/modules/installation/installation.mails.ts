import { maskName } from '@mi-portal/contract/fields/full-name'
import { needsSecondAdministrator } from '@mi-portal/contract/installation'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

export const identityRequested: MailTemplate<{
  readonly first_name: string
  readonly requester: string
  readonly effectiveAt: Date | null
}> = {
  name: 'installation.identityRequested',
  clinical: false,
  subject: ({ product }) => `Cambio de la comprobación de identidad en ${product}`,
  heading: 'Cambio de la comprobación de identidad',
  blocks: ({ first_name, requester, effectiveAt }) => {
    const from = effectiveAt === null ? null : santiago(effectiveAt)
    const when =
      from === null
        ? needsSecondAdministrator
        : `Rige desde el ${showDay(from.day)} a las ${from.time}, porque no hay otra persona que lo confirme.`
    return [
      `Hola, ${first_name}: ${maskName(requester)} pidió cambiar cómo se comprueba la identidad de quienes se registran. ${when}`,
      { kind: 'button', label: 'Ver «Puesta en marcha»', path: '/admin/puesta-en-marcha' },
    ]
  },
}

export const installationSamples: readonly MailSample[] = [
  mailSample(
    identityRequested,
    'Cambio de la comprobación de identidad',
    'A la superadministración, cuando una persona pide otra comprobación.',
    { first_name: 'Andrea Paz', requester: 'Luis Soto Vega', effectiveAt: null },
  ),
]
