import { maskName } from '@mi-portal/contract/fields/full-name'
import { showDay } from '@mi-portal/contract/values/dates'
import { maskDocument } from '@mi-portal/contract/values/document-number'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'
import { callIfUnexpected } from '../../../platform/mail-sentences.ts'
import { type DelegationEvent, describeEvent } from './delegations.rules.ts'

const page = '/dashboard/mi-grupo-familiar/accesos'

type Recipient = { readonly first_name: string }

/** Mail to a person who is offered access. Opening the mail or the page accepts nothing. */
export const delegationOffered: MailTemplate<
  Recipient & { readonly grantor: string; readonly matters: string; readonly days: number }
> = {
  name: 'family.delegationOffered',
  clinical: true,
  subject: ({ product }) => `Te ofrecieron un acceso en ${product}`,
  heading: 'Te ofrecieron ver datos de otra persona',
  blocks: ({ first_name, grantor, matters, days }, { product, supportPhone }) => [
    `Hola, ${first_name}: ${maskName(grantor)} quiere que puedas ver parte de sus datos en ${product}.`,
    [
      ['Ofrece', maskName(grantor)],
      ['Podrás ver', matters],
    ],
    `Tienes ${days} días para aceptar o rechazar. Para responder debes iniciar sesión con tu cuenta. Esa persona verá cada vez que uses el acceso.`,
    { kind: 'button', label: 'Revisar el acceso', path: page },
    `Si no conoces a esta persona, recházalo o llámanos al ${supportPhone}.`,
  ],
}

/** Mail to a person who offered access. It is the same whether or not the document, of which it shows the end, has an account. */
export const delegationGiven: MailTemplate<
  Recipient & { readonly document: string; readonly matters: string; readonly days: number }
> = {
  name: 'family.delegationGiven',
  clinical: true,
  subject: ({ product }) => `Ofreciste un acceso en ${product}`,
  heading: 'Ofreciste acceso a tus datos',
  blocks: ({ first_name, document, matters, days }, { supportPhone }) => [
    `Hola, ${first_name}: ofreciste acceso a parte de tus datos a la persona con este documento.`,
    [
      ['Documento', document],
      ['Podrá ver', matters],
    ],
    `El acceso empieza cuando esa persona lo acepte con su cuenta. Tiene ${days} días para hacerlo. Puedes terminarlo cuando quieras.`,
    { kind: 'button', label: 'Ver mis accesos', path: page },
    `Si no fuiste tú, termina el acceso, cambia tu contraseña y llámanos al ${supportPhone}.`,
  ],
}

export const delegationChanged: MailTemplate<
  Recipient & {
    readonly event: DelegationEvent
    readonly isGrantor: boolean
    readonly grantor: string
    readonly delegate: string
    readonly matters: string
    readonly date: string
  }
> = {
  name: 'family.delegationChanged',
  clinical: true,
  subject: ({ product }) => `Un acceso en ${product}`,
  heading: ({ first_name, matters, ...change }) =>
    change.event === 'ending' ? 'Un acceso termina pronto' : 'Un acceso cambió',
  blocks: ({ first_name, matters, ...change }, branding) => {
    const [grantor, delegate] = [maskName(change.grantor), maskName(change.delegate)]
    return [
      `Hola, ${first_name}: ${describeEvent(change.event, { ...change, grantor, delegate })}.`,
      [
        ['Datos de', grantor],
        ['Quién accede', delegate],
        ['Qué puede ver', matters],
      ],
      { kind: 'button', label: 'Ver los accesos', path: page },
      callIfUnexpected(branding),
    ]
  },
}

export const delegationSamples: readonly MailSample[] = [
  mailSample(
    delegationOffered,
    'Acceso ofrecido',
    'A quien otra persona adulta ofrece ver parte de sus datos.',
    {
      first_name: 'Diego Esteban',
      grantor: 'Jorge Luis Rojas',
      matters: 'horas médicas y exámenes',
      days: 30,
    },
  ),
  mailSample(delegationGiven, 'Acceso que ofreciste', 'A quien ofrece ver parte de sus datos.', {
    first_name: 'Jorge Luis',
    document: maskDocument(1, '123456785'),
    matters: 'horas médicas y exámenes',
    days: 30,
  }),
  mailSample(
    delegationChanged,
    'Cambio de un acceso',
    'A ambas personas, cuando un acceso cambia o termina.',
    {
      first_name: 'Jorge Luis',
      event: 'ending',
      isGrantor: true,
      grantor: 'Jorge Luis Rojas',
      delegate: 'Diego Esteban Soto',
      matters: 'horas médicas y exámenes',
      date: showDay('2026-12-24'),
    },
  ),
]
