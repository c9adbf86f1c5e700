import {
  daysAfterEmailChange,
  hoursAfterChange,
  listedDays,
  signInsTitle,
  type WatchedChange,
  watchedChangeLabels,
} from '@mi-portal/contract/confirmations'
import { maskName } from '@mi-portal/contract/fields/full-name'
import { type Day, santiago, showDay } from '@mi-portal/contract/values/dates'
import { type MailSample, type MailTemplate, mailSample } from '../../../platform/mail-layout.ts'

type Row = {
  readonly changes: readonly WatchedChange[]
  readonly changedBy: string
  readonly changedAt: Date
  readonly hours: number
}

type Report = {
  readonly first_name: string
  readonly first: Day
  readonly last: Day
  readonly total: number
  /** The latest sign-ins; the page lists all of them. */
  readonly rows: readonly Row[]
  /** Members of staff who confirmed only each other's changes in the last weeks. */
  readonly pairs: readonly { readonly one: string; readonly other: string; readonly changes: number }[]
}

function describe({ changes, changedBy, changedAt, hours }: Row): readonly [string, string] {
  const { day, time } = santiago(changedAt)
  const what = changes.map((change) => watchedChangeLabels[change]).join(', ')
  const after = hours === 0 ? 'menos de una hora' : hours === 1 ? '1 hora' : `${hours} horas`
  return [`${showDay(day)} ${time}`, `${what}, por ${maskName(changedBy)}. Ingreso ${after} después.`]
}

/** Weekly mail to administrators: accounts that were used soon after a change by staff. It names no patient and nothing clinical. */
export const signInsAfterChanges: MailTemplate<Report> = {
  name: 'confirmations.signInsAfterChanges',
  clinical: false,
  subject: ({ product }) => `Ingresos tras un cambio del equipo en ${product}`,
  heading: signInsTitle,
  blocks: ({ first_name, first, last, total, rows, pairs }) => [
    `Hola, ${first_name}: del ${showDay(first)} al ${showDay(last)} hubo ${total === 1 ? '1 cuenta' : `${total} cuentas`} en que alguien inició sesión antes de ${hoursAfterChange} horas de que el equipo cambiara su e-mail, documento, contraseña, código extra o bloqueo (${daysAfterEmailChange} días si cambió el e-mail o desbloqueó la cuenta).`,
    rows.map(describe),
    'Casi siempre es la persona, que pidió el cambio. Revisa la lista y pregunta a quien hizo el cambio si algo no calza.',
    ...(pairs.length === 0
      ? []
      : [
          `Estas personas del equipo confirmaron en ${listedDays} días solo los cambios de la otra. Pregunta por qué, y reparte las confirmaciones:`,
          pairs.map(
            ({ one, other, changes }) =>
              [`${maskName(one)} y ${maskName(other)}`, `${changes} cambios`] as const,
          ),
        ]),
    { kind: 'button', label: 'Ver las cuentas', path: '/admin/por-confirmar?ver=ingresos' },
  ],
}

export const afterChangesSamples: readonly MailSample[] = [
  mailSample(
    signInsAfterChanges,
    'Informe semanal de ingresos tras un cambio',
    'A los administradores, cada lunes, si hubo alguno.',
    {
      first_name: 'Andrea Paz',
      first: '2026-11-16',
      last: '2026-11-22',
      total: 1,
      rows: [
        {
          changes: ['email'],
          changedBy: 'Andrea Paz Morales Vidal',
          changedAt: new Date('2026-11-18T15:00:00Z'),
          hours: 3,
        },
      ],
      pairs: [{ one: 'Andrea Paz Morales Vidal', other: 'Luis Soto Vega', changes: 5 }],
    },
  ),
]
