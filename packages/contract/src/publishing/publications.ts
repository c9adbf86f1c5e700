import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageBody } from '../calls/paging.ts'
import { atMost, textLike } from '../fields/text.ts'
import { moment, sentMoment } from '../values/date-schemas.ts'
import { countParam, id } from '../values/ids.ts'

const publicationPageSize = 10

function typedNumber(missing: string, digits: number) {
  const wrong = 'Digita solo números'
  return z
    .int({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : wrong) })
    .check(z.minimum(0, wrong), z.maximum(10 ** digits - 1, `Digita máximo ${digits} números`))
}

export const audienceFields = {
  from_age: typedNumber('Digita Edad desde', 3),
  to_age: typedNumber('Digita Edad hasta', 3),
  gender_id: z
    .int('Selecciona Género')
    .check(z.minimum(0, 'Selecciona Género'), z.maximum(99, 'Selecciona Género')),
}

export const orderField = typedNumber('Digita Orden', 4)

export function agesInOrder<T extends { readonly from_age: number; readonly to_age: number }>() {
  return z.refine<T>(({ from_age, to_age }) => from_age <= to_age, {
    error: 'La edad desde no puede ser mayor que la edad hasta',
    path: ['to_age'],
  })
}

function periodEnd() {
  return z._default(z.nullable(sentMoment('Ingresa fecha y hora, o deja el campo vacío')), null)
}

/** When patients see an enabled publication. Null: since it exists, and without an end. */
export const periodFields = { shown_from: periodEnd(), shown_until: periodEnd() }
export const periodReply = { shown_from: z.nullable(moment()), shown_until: z.nullable(moment()) }

type Period = { readonly shown_from: string | null; readonly shown_until: string | null }

export function periodInOrder<T extends Period>() {
  return z.refine<T>(
    ({ shown_from, shown_until }) =>
      shown_from === null || shown_until === null || Date.parse(shown_from) < Date.parse(shown_until),
    { error: 'El término debe ser posterior al comienzo', path: ['shown_until'] },
  )
}

/** The `updated_at` that the page has read. With it, an edit is rejected if the row was changed meanwhile. */
export const readAt = z.optional(z.nullable(sentMoment()))

/** The columns by which publications are sorted; without an order, as patients see them. */
export const publicationColumns = ['title', 'from_age'] as const

/** The body of a list call; an absent, null or empty `status` means all. */
export const publicationListBody = z.safeExtend(pageBody(publicationPageSize), {
  ...orderBy(publicationColumns),
  filter: z._default(z.nullable(z.string('Filtro inválido').check(atMost(200, 'Filtro inválido'))), null),
  status: z._default(
    z.nullable(z.union([z.boolean(), z.enum(['true', 'false', ''])], 'Selecciona estado')),
    null,
  ),
})
export type PublicationListQuery = z.output<typeof publicationListBody>

export function readStatus({ status }: PublicationListQuery): boolean | null {
  return status === null || status === '' ? null : status === true || status === 'true'
}

const draftKey = z.object({
  kind: z.enum(['article', 'ad'], 'Tipo de borrador inválido'),
  /** The publication that is being edited; 0 for a new publication. */
  target: countParam(0, 2_147_483_647, 'Identificador inválido'),
})

const draftData = z.record(
  z.string().check(atMost(40)),
  z.string().check(atMost(8000, 'El borrador es demasiado largo')),
)

const draft = z.object({ data: draftData, updated_at: moment() })

export type DraftKind = 'article' | 'ad'

export const publishingEndpoints = endpoints({ access: 'staff', permission: 'content.edit' })({
  draft: {
    route: 'GET /publications/drafts/{kind}/{target}',
    summary: 'Returns the caller’s own draft of an article or announcement, or null',
    params: draftKey,
    reply: z.object({ draft: z.nullable(draft) }),
  },
  storeDraft: {
    route: 'PUT /publications/drafts/{kind}/{target}',
    summary: 'Stores the caller’s draft, which other users cannot see',
    params: draftKey,
    body: z.object({
      data: draftData.check(
        z.refine((data) => Object.keys(data).length <= 30, 'El borrador tiene demasiados campos'),
      ),
    }),
    reply: z.object({ draft }),
  },
  deleteDraft: {
    route: 'DELETE /publications/drafts/{kind}/{target}',
    summary: 'Deletes the caller’s draft',
    params: draftKey,
  },
  storeImage: {
    route: 'POST /publications/images',
    summary: 'Stores an image for an article or announcement and returns its address',
    form: z.object({}),
    pictures: ['image'],
    reply: z.object({ id: id(), url: z.string() }),
  },
  image: {
    route: 'GET /publications/images/{key}',
    access: 'public',
    summary: 'Returns an image of an article or announcement',
    params: z.object({
      key: textLike(/^[\w-]{22}$/, 22, 'Imagen inválida'),
    }),
    reply: z.string(),
    raw: true,
  },
})
