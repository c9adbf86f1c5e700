/** What articles and announcements have in common: for whom they are, their pictures, and drafts kept while they are written. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { moment, sentMoment } from './values/dates.ts'
import { countParam, id } from './values/ids.ts'

const publicationPageSize = 10

/** A whole number that a person types: `digits` at most. */
function typedNumber(missing: string, digits: number) {
  const wrong = 'Digita solo números'
  return z
    .int({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) })
    .check(z.minimum(0, wrong), z.maximum(10 ** digits - 1, `Digita máximo ${digits} números`))
}

/** The fields that say for whom and in which place. */
export const audienceFields = {
  from_age: typedNumber('Digita Edad desde', 3),
  to_age: typedNumber('Digita Edad hasta', 3),
  /** 0 is everybody. */
  gender_id: z
    .int('Selecciona Género')
    .check(z.minimum(0, 'Selecciona Género'), z.maximum(99, 'Selecciona Género')),
}

export const orderField = typedNumber('Digita Orden', 4)

/** Ages in their order. */
export function agesInOrder<T extends { readonly from_age: number; readonly to_age: number }>() {
  return z.refine<T>(({ from_age, to_age }) => from_age <= to_age, {
    error: 'La edad desde no puede ser mayor que la edad hasta',
    path: ['to_age'],
  })
}

/** What the page had read of the row: with it a change of somebody else in between is refused. */
export const readAt = z.optional(z.nullable(sentMoment()))

const pageFault = 'Página inválida'
const limitFault = 'Límite inválido'

/** The body of a list's call; `status` absent, null or empty means all. */
export const publicationListBody = z.object({
  filter: z._default(
    z.nullable(z.string('Filtro inválido').check(z.maxLength(200, 'Filtro inválido'))),
    null,
  ),
  status: z._default(
    z.nullable(z.union([z.boolean(), z.enum(['true', 'false', ''])], 'Selecciona estado')),
    null,
  ),
  page: z._default(z.int(pageFault).check(z.minimum(1, pageFault), z.maximum(1_000_000, pageFault)), 1),
  limit: z._default(
    z.int(limitFault).check(z.minimum(1, limitFault), z.maximum(100, limitFault)),
    publicationPageSize,
  ),
})
export type PublicationListQuery = z.output<typeof publicationListBody>

/** The status that a list's body asks for; null for all. */
export function statusOf({ status }: PublicationListQuery): boolean | null {
  return status === null || status === '' ? null : status === true || status === 'true'
}

const draftKey = z.object({
  kind: z.enum(['article', 'ad'], 'Tipo de borrador inválido'),
  /** The publication that is being edited, 0 for a new one. */
  target: countParam(0, 2_147_483_647, 'Identificador inválido'),
})

const draftData = z.record(
  z.string().check(z.maxLength(40)),
  z.string().check(z.maxLength(8000, 'El borrador es demasiado largo')),
)

const draft = z.object({ data: draftData, updated_at: moment() })

export type DraftKind = 'article' | 'ad'

export const publishingEndpoints = {
  draft: {
    method: 'GET',
    path: '/publications/drafts/{kind}/{target}',
    access: 'superAdmin',
    summary: 'The caller’s own draft of an article or announcement, or null',
    params: draftKey,
    reply: z.object({ draft: z.nullable(draft) }),
  },
  keepDraft: {
    method: 'PUT',
    path: '/publications/drafts/{kind}/{target}',
    access: 'superAdmin',
    summary: 'Keeps what the caller has typed so far; nobody else sees it',
    params: draftKey,
    body: z.object({
      data: draftData.check(
        z.refine((data) => Object.keys(data).length <= 30, 'El borrador tiene demasiados campos'),
      ),
    }),
    reply: z.object({ draft }),
  },
  dropDraft: {
    method: 'DELETE',
    path: '/publications/drafts/{kind}/{target}',
    access: 'superAdmin',
    summary: 'Forgets the draft',
    params: draftKey,
    reply: z.object({}),
  },
  storeImage: {
    method: 'POST',
    path: '/publications/images',
    access: 'superAdmin',
    summary: 'Keeps a picture for an article or announcement and gives back its address',
    form: z.object({}),
    pictures: ['image'],
    reply: z.object({ id: id(), url: z.string() }),
  },
  image: {
    method: 'GET',
    path: '/publications/images/{key}',
    access: 'public',
    summary: 'A picture of an article or announcement',
    params: z.object({ key: z.string('Imagen inválida').check(z.regex(/^[\w-]{22}$/, 'Imagen inválida')) }),
    reply: z.string(),
    raw: true,
  },
} as const satisfies EndpointTable
