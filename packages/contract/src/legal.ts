/** Legal texts: one source for the dialog, the page and the PDF, each with its version; and how staff publish another. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { day, moment } from './values/dates.ts'
import { id } from './values/ids.ts'

export const legalKinds = ['terms', 'privacy', 'family_group'] as const
export type LegalKind = (typeof legalKinds)[number]

const params = z.object({ kind: z.enum(legalKinds, 'Texto legal inválido') })

const longText = 'El texto puede tener hasta 60.000 caracteres'

const version = z.object({
  /** Of the text; its wordings share it, each with a version of its own. */
  id: id(),
  /** Which wording of that text it is: a setting that it tells changed. */
  number: z.int(),
  version: z.string(),
  valid_from: day(),
  /** When staff published it; null of a text that came with the portal. */
  published_at: z.nullable(moment()),
  published_by: z.nullable(z.string()),
  /** How many have accepted it and have not taken that back. */
  accepted: z.int(),
})
export type LegalVersion = z.output<typeof version>

const waitingText = z.object({ version: z.string(), valid_from: day(), source: z.string() })
export type WaitingText = z.output<typeof waitingText>

/**
 * A text as staff write it: blank lines part paragraphs, `## ` begins a heading, `- ` an entry of a list, and `**` stands
 * around what is strong. Anything else is text.
 */
export function legalHtml(source: string): string {
  const strong = (line: string) => line.replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
  const escaped = source
    .replace(/\r\n?/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  const blocks = escaped
    .split(/\n{2,}|\n(?=## )|(?<=^## .*)\n/m)
    .map((block) => block.trim())
    .filter(Boolean)
  return blocks
    .map((block) => {
      if (block.startsWith('## ')) return `<h2>${strong(block.slice(3).trim())}</h2>`
      const lines = block.split('\n')
      if (lines.every((line) => line.startsWith('- ')))
        return `<ul>\n${lines.map((line) => `<li>${strong(line.slice(2).trim())}</li>`).join('\n')}\n</ul>`
      return `<p>${strong(lines.join(' '))}</p>`
    })
    .join('\n')
}

/** The way back: what staff begin a new version from. */
export function legalSource(html: string): string {
  return html
    .replace(/<h2>(.*?)<\/h2>/gs, '\n\n## $1\n\n')
    .replace(/<li>(.*?)<\/li>\s*/gs, '- $1\n')
    .replace(/<\/?(ul|p)>/g, '\n\n')
    .replace(/<\/?strong>/g, '**')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export const legalDraft = z.object({
  text: z
    .string('Digita Texto')
    .check(z.trim(), z.minLength(1, 'Digita Texto'), z.maxLength(60_000, longText)),
  /** Everybody has to accept it at their next entry. */
  ask_again: z.boolean('Indica si se debe aceptar nuevamente'),
  /** The version it was written from: if another was published meanwhile it is refused. */
  based_on: id(),
})

export const legalEndpoints = {
  current: {
    method: 'GET',
    path: '/legals/texts/{kind}',
    access: 'public',
    summary: 'The text in force, as sanitised HTML',
    params,
    cache: 60,
    reply: z.object({
      legalText: z.object({ id: id(), text: z.string(), version: z.string(), valid_from: z.string() }),
    }),
  },
  pdf: {
    method: 'GET',
    path: '/legals/texts/{kind}/pdf',
    access: 'public',
    summary: 'The same text as PDF',
    params,
    raw: true,
    reply: z.unknown(),
  },
  versions: {
    method: 'GET',
    path: '/admin/legals/texts/{kind}',
    access: 'superAdmin',
    summary: 'The versions of a text, newest first, with the source of the one in force',
    params,
    reply: z.object({
      versions: z.array(version),
      source: z.string(),
      /** A text that came with the portal after staff published theirs, which stays in force. */
      waiting: z.nullable(waitingText),
    }),
  },
  version: {
    method: 'GET',
    path: '/admin/legals/texts/{kind}/{version}',
    access: 'superAdmin',
    summary: 'A version of a text as people read it, as sanitised HTML',
    params: z.object({
      kind: z.enum(legalKinds, 'Texto legal inválido'),
      version: z.string().check(z.maxLength(60, 'Versión inválida')),
    }),
    reply: z.object({
      legalText: z.object({ text: z.string(), version: z.string(), valid_from: day() }),
    }),
  },
  publish: {
    method: 'POST',
    path: '/admin/legals/texts/{kind}',
    access: 'superAdmin',
    summary:
      'Publishes a version that is in force at once; if it asks, everybody has to accept it at their next entry',
    params,
    body: legalDraft,
    reply: z.object({ version }),
  },
} as const satisfies EndpointTable
