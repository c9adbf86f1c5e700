/** Legal texts: dialog, page and PDF share one source, and each text has a version. Staff publish new versions. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { findUnknownPlaceholders } from './clinic/placeholders.ts'
import { atMost, requiredText } from './fields/text.ts'
import { day, moment } from './values/date-schemas.ts'
import { id } from './values/ids.ts'

export const legalKinds = ['terms', 'privacy', 'family_group', 'accessibility', 'rights'] as const
export type LegalKind = (typeof legalKinds)[number]

export const canAskAgain = (kind: LegalKind) => kind === 'terms' || kind === 'privacy'

/** The settings of the installation that a text can mention. */
export const legalSettings = [
  'passportDays',
  'draftsDays',
  'sessionsDays',
  'sharesDays',
  'mailTextsDays',
  'mailsDays',
  'exportHours',
  'ageReserve',
  'ageConsent',
  'ageAdult',
] as const

export const legalPlaceholders = ['product', 'brand', 'email', 'phone', ...legalSettings]

/** Returns what is wrong with a text that staff write; null if everything between braces is replaced. */
export function findLegalTextError(text: string): string | null {
  const wrong = findUnknownPlaceholders(text, legalPlaceholders)
  return wrong && `${wrong.message}. ${wrong.remedy}`
}

const params = z.object({ kind: z.enum(legalKinds, 'Texto legal inválido') })

const longText = 'El texto puede tener hasta 60.000 caracteres'

const version = z.object({
  /** Id of the text. All wordings of a text share it; each wording has its own version. */
  id: id(),
  /** Number of this wording of the text. A text gets a new wording when a setting that it mentions changes. */
  number: z.int(),
  version: z.string(),
  valid_from: day(),
  /** When staff published the version; null for a text that came with the portal. */
  published_at: z.nullable(moment()),
  published_by: z.nullable(z.string()),
  accepted: z.int(),
})
export type LegalVersion = z.output<typeof version>

const waitingText = z.object({ version: z.string(), valid_from: day(), source: z.string() })
export type WaitingText = z.output<typeof waitingText>

/** Converts what staff write to HTML: empty lines part paragraphs, `## ` starts a heading, `- ` a list entry, `**` is strong. */
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

/** Converts HTML back to the text that staff write, as the start of a new version. */
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

const legalDraft = z.object({
  text: requiredText(
    'Digita Texto',
    60_000,
    longText,
    z.check<string>(({ value, issues }) => {
      const message = findLegalTextError(value)
      if (message !== null) issues.push({ code: 'custom', message, input: value })
    }),
  ),
  /** Whether everyone has to accept the version when they next sign in. */
  ask_again: z.boolean('Indica si se debe aceptar nuevamente'),
  /** The version from which this text was written. It is rejected when another version was published meanwhile. */
  based_on: id(),
})

export const legalEndpoints = endpoints({ access: 'staff', permission: 'privacy.manage' })({
  current: {
    route: 'GET /legals/texts/{kind}',
    access: 'public',
    summary: 'Returns the legal text in force, as sanitised HTML',
    params,
    cache: 60,
    reply: z.object({
      legalText: z.object({ id: id(), text: z.string(), version: z.string(), valid_from: z.string() }),
    }),
  },
  pdf: {
    route: 'GET /legals/texts/{kind}/pdf',
    access: 'public',
    summary: 'Returns the legal text in force, as PDF',
    params,
    raw: true,
  },
  versions: {
    route: 'GET /admin/legals/texts/{kind}',
    summary: 'Lists the versions of a legal text, newest first, with the source of the version in force',
    params,
    reply: z.object({
      versions: z.array(version),
      source: z.string(),
      /**
       * A newer text that came with a later version of the portal. It is not in force, because staff have
       * published their own text. Null if there is none.
       */
      waiting: z.nullable(waitingText),
    }),
  },
  version: {
    route: 'GET /admin/legals/texts/{kind}/{version}',
    summary: 'Returns a version of a legal text as it is shown, as sanitised HTML',
    params: z.object({
      kind: z.enum(legalKinds, 'Texto legal inválido'),
      version: z.string().check(atMost(60, 'Versión inválida')),
    }),
    reply: z.object({
      legalText: z.object({ text: z.string(), version: z.string(), valid_from: day() }),
    }),
  },
  publish: {
    route: 'POST /admin/legals/texts/{kind}',
    summary:
      'Publishes a version of a legal text, in force at once; it may require every patient to accept it at their next visit',
    params,
    body: legalDraft,
    reply: z.object({ version }),
  },
})
