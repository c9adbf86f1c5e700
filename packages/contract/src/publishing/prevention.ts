import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageReply } from '../calls/paging.ts'
import { atMost, requiredText } from '../fields/text.ts'
import { isPublishableAddress } from '../values/address.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { wrongAddress } from './ad-draft.ts'
import {
  agesInOrder,
  audienceFields,
  orderField,
  periodFields,
  periodInOrder,
  periodReply,
  publicationListBody,
  readAt,
} from './publications.ts'

/** The address of an article without a link. */
const nowhere = '#'

const isLink = (text: string) => text === nowhere || isPublishableAddress(text)

function optionalText(length: number) {
  const tooLong = `Digita máximo ${length} caracteres`
  return z._default(z.string(tooLong).check(z.trim(), atMost(length, tooLong)), '')
}

/** The layout of an article; it is sent as JSON text in the article's `html`. Empty fields are not shown. */
export const postLayout = z.object({
  postWidth: z.enum(['half', 'full'], 'Selecciona Ancho'),
  postImagePosition: z.enum(['top', 'left'], 'Selecciona Posición'),
  postImageUrl: z._default(
    z.string(wrongAddress).check(
      z.trim(),
      atMost(2000, wrongAddress),
      z.refine((text) => text === '' || isPublishableAddress(text), wrongAddress),
    ),
    '',
  ),
  postTitle: optionalText(200),
  postText: optionalText(4000),
  postButtonText: optionalText(60),
  postUrl: requiredText('Digita URL', 2000, wrongAddress, z.refine(isLink, wrongAddress)),
})
export type PostLayout = z.output<typeof postLayout>

export const defaultLayout: PostLayout = {
  postWidth: 'half',
  postImagePosition: 'top',
  postImageUrl: '',
  postTitle: 'Titulo de la nota',
  postText: 'Texto de la nota',
  postButtonText: 'Leer nota completa',
  postUrl: nowhere,
}

/** Returns the layout in an article's `html`, or null when it cannot be read; such an article is skipped. */
export function readLayout(html: string): PostLayout | null {
  try {
    const read = z.safeParse(postLayout, JSON.parse(html))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** In a preview a button may lead nowhere yet. */
export function getButton(
  { postButtonText, postUrl }: PostLayout,
  { isPreview = false } = {},
): { text: string; url: string } | null {
  const isShown = postButtonText !== '' && (isPreview || postUrl !== nowhere)
  return isShown ? { text: postButtonText, url: postUrl } : null
}

const article = z.object({
  id: id(),
  title: z.string(),
  from_age: z.int(),
  to_age: z.int(),
  gender_id: z.int(),
  description: z.string(),
  order_control: z.int(),
  status: z.enum(['true', 'false']),
  ...periodReply,
  /** The day on which somebody of the clinic last checked what the article says; null if nobody wrote it down. */
  reviewed_on: z.nullable(day()),
  html: z.string(),
  updated_at: moment(),
})
export type Article = z.output<typeof article>

export const articleDraft = z
  .object({
    title: requiredText('Digita Título', 200),
    ...audienceFields,
    order_control: orderField,
    status: z.enum(['true', 'false'], 'Selecciona estado'),
    ...periodFields,
    reviewed_on: z._default(z.nullable(day('Ingresa una fecha válida, o deja el campo vacío')), null),
    description: requiredText('Digita Descripción', 1000),
    html: z.string('Diseño inválido').check(
      atMost(20_000, 'Diseño inválido'),
      z.refine((text) => readLayout(text) !== null, 'Diseño inválido'),
    ),
    updated_at: readAt,
  })
  .check(agesInOrder(), periodInOrder())
export type ArticleDraft = z.output<typeof articleDraft>

const one = { params: z.object({ id: idParam() }), reply: z.object({ controlPrevention: article }) }

export const preventionEndpoints = endpoints({ access: 'staff', permission: 'content.edit' })({
  list: {
    route: 'GET /controls/preventions',
    access: 'signedIn',
    summary:
      'Lists the enabled articles of the present for a patient’s age and gender; super administrators get all articles',
    reply: z.object({ controlsPreventions: z.array(article) }),
  },
  pages: {
    route: 'POST /controls/preventions/pages',
    access: 'signedIn',
    summary: 'Lists articles, with search and pages',
    body: publicationListBody,
    reply: z.object({ controlsPreventions: z.array(article), ...pageReply }),
  },
  templates: {
    route: 'GET /templates/controls/preventions',
    summary: 'Lists the templates of articles',
    reply: z.object({ templates: z.array(z.object({ id: id(), title: z.string(), html: z.string() })) }),
  },
  one: {
    route: 'GET /controls/preventions/{id}',
    summary: 'Returns an article',
    ...one,
  },
  create: {
    route: 'POST /controls/preventions',
    summary: 'Publishes an article',
    body: articleDraft,
    reply: one.reply,
  },
  edit: {
    route: 'PUT /controls/preventions/{id}',
    summary: 'Changes an article; 409 if it was changed since `updated_at`',
    ...one,
    body: articleDraft,
  },
  disable: {
    route: 'DELETE /controls/preventions/disabled/{id}',
    summary: 'Hides an article from patients',
    ...one,
  },
  enable: {
    route: 'DELETE /controls/preventions/enabled/{id}',
    summary: 'Shows an article to patients again',
    ...one,
  },
})
