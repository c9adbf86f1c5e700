/**
 * Legal texts: one source for the dialog, the page and the PDF. A text changes with a version of the portal, when
 * staff publish one, or with a setting that the text mentions.
 */

import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { legalSettings } from '@mi-portal/contract/clinic/contradictions/texts'
import {
  canAskAgain,
  type LegalKind,
  type LegalVersion,
  type legalDraft,
  legalHtml,
  legalKinds,
  legalSource,
} from '@mi-portal/contract/legal'
import { dayOf, momentOf, showDay } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Branding } from '../../platform/mail-layout.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { Wording } from './legal.sql.ts'
import * as legalSql from './legal.sql.ts'

type Draft = z.output<typeof legalDraft>

type LegalText = Wording & { readonly id: number }

const titles: Readonly<Record<LegalKind, string>> = {
  terms: 'Términos y condiciones de uso',
  privacy: 'Política de privacidad',
  family_group: 'Declaración para el grupo familiar',
  accessibility: 'Accesibilidad',
  rights: 'Tus derechos',
}

/** The settings that a text can mention, by name: how long data are stored (`{passportDays}`), the ages of minors. */
type Settings = Readonly<Record<(typeof legalSettings)[number], number>>

/** Fills a text with the clinic's names and settings, and removes everything but headings, paragraphs and lists. */
async function fill(text: string, branding: Branding, settings: Settings): Promise<string> {
  const names: Readonly<Record<string, string>> = {
    product: branding.product,
    brand: branding.brand,
    email: branding.supportEmail,
    phone: branding.supportPhone,
    ...Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, String(setting)])),
  }
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = names[name]
    return value === undefined ? whole : escapeHtml(value)
  })
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(filled, {
    allowedTags: ['h2', 'p', 'ul', 'li', 'strong'],
    allowedAttributes: {},
  })
}

type LegalDependencies = {
  readonly db: Database
  readonly audit: Audit
  readonly clock: Clock
  readonly branding: Branding
  readonly readLetterhead: ReadLetterhead
  readonly settings: Settings
}

/**
 * A cache of what was last generated from a text, with its wording. The entry is generated again when another wording
 * is in force.
 */
type Made<T> = Map<LegalKind, { readonly mark: string; readonly value: Promise<T> }>

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Returns the version name. Each wording after the first one is a version of its own. */
const versionOf = (written: string, number: number) => (number === 1 ? written : `${written} rev. ${number}`)

export function createLegalService(dependencies: LegalDependencies) {
  const { db, audit, clock, branding, readLetterhead, settings } = dependencies
  const texts: Made<LegalText> = new Map()
  const pdfs: Made<Uint8Array> = new Map()
  const settled = new Map<LegalKind, Promise<void>>()

  /**
   * Stores the wording of each text: the present one for a text without a wording, and a new one for the text in
   * force if this installation's names or settings changed what it says.
   */
  async function publishDue(kind: LegalKind): Promise<void> {
    await db.transaction(async (tx) => {
      await legalSql.lock(tx, kind)
      const now = clock.now()
      const keep = async (
        textId: number,
        number: number,
        version: string,
        valid_from: string,
        text: string,
      ) =>
        legalSql.keep(
          tx,
          {
            textId,
            number,
            kind,
            version: versionOf(version, number),
            valid_from,
            text,
            textHash: digestOf(text),
          },
          now,
        )
      for (const row of await legalSql.unread(tx, kind))
        await keep(row.id, 1, row.version, row.valid_from, await fill(row.text, branding, settings))
      const row = await legalSql.newest(db, kind, tx)
      if (row === null || row.number === null) return
      const text = await fill(row.source, branding, settings)
      if (text !== row.text) await keep(row.id, row.number + 1, row.written_version, dayOf(now), text)
    })
  }

  /** Runs `publishDue` once, and again after the names of the clinic may have changed. */
  function resolvedOnce(kind: LegalKind): Promise<void> {
    const known = settled.get(kind)
    if (known !== undefined) return known
    const begun = publishDue(kind).catch((error: unknown) => {
      settled.delete(kind)
      throw error
    })
    settled.set(kind, begun)
    return begun
  }

  /** Returns the text in force. Stores its wording now if a server of an older version left it without one. */
  async function read(kind: LegalKind): Promise<LegalText> {
    await resolvedOnce(kind)
    const row = (await legalSql.newest(db, kind)) ?? null
    if (row === null) throw new ApiError('notFound')
    const { id, text, version, valid_from } = row
    if (text !== null && version !== null && valid_from !== null) return { id, text, version, valid_from }
    await publishDue(kind)
    return read(kind)
  }

  /** Generates a value once for each version; a failure is not cached. */
  async function once<T>(made: Made<T>, kind: LegalKind, make: () => Promise<T>): Promise<T> {
    await resolvedOnce(kind)
    const newest = await legalSql.newestMark(db, kind)
    if (newest === null) throw new ApiError('notFound')
    const mark = `${newest.id}/${newest.number}`
    const known = made.get(kind)
    if (known?.mark === mark) return known.value
    const value = make().catch((error: unknown) => {
      made.delete(kind)
      throw error
    })
    made.set(kind, { mark, value })
    return value
  }

  const current = (kind: LegalKind) => once(texts, kind, () => read(kind))

  const presented = async (kind: LegalKind): Promise<LegalVersion[]> =>
    (await legalSql.versions(db, kind)).map((row) => ({
      ...row,
      published_at: row.published_at?.toISOString() ?? null,
    }))

  return {
    /** Returns the text in force as sanitised HTML. */
    current,
    pdf: (kind: LegalKind) =>
      once(pdfs, kind, async () => {
        const { text, version, valid_from } = await current(kind)
        const { textPdf } = await import('../../platform/pdf/text-pdf.ts')
        return textPdf({
          title: titles[kind],
          author: branding.brand,
          letterhead: await readLetterhead(),
          madeAt: momentOf(valid_from, '00:00'),
          note: `Versión ${version}, vigente desde el ${showDay(valid_from)}`,
          html: text,
        })
      }),

    versions: async (kind: LegalKind) => {
      await current(kind)
      const [row, waiting] = [await legalSql.newest(db, kind), await legalSql.waiting(db, kind)]
      if (row === null) throw new ApiError('notFound')
      return {
        versions: await presented(kind),
        source: legalSource(row.source),
        waiting: waiting && {
          version: waiting.version,
          valid_from: waiting.valid_from,
          source: legalSource(waiting.text),
        },
      }
    },

    /** Returns a version as it was shown, whether or not it is still in force. */
    version: async (kind: LegalKind, version: string): Promise<Wording> => {
      await resolvedOnce(kind)
      const found = await legalSql.wording(db, kind, version)
      if (found === null) throw new ApiError('notFound')
      return found
    },

    /** Returns the text with this hash that a person agreed to; null if it was not stored. */
    readBy: (kind: string, textHash: Uint8Array, version: string) =>
      legalSql.byHash(db, kind, textHash, version),

    /** Forgets that the wordings are up to date, because another clinic package was published. */
    refresh: () => settled.clear(),

    /** Stores the wording of every text. */
    publishDue: async (): Promise<void> => {
      for (const kind of legalKinds) await resolvedOnce(kind)
    },

    /** Puts a version in force at once. Throws 409 if another version was published since the one it is based on. */
    publish: async (actor: Actor, kind: LegalKind, draft: Draft, origin: Origin): Promise<LegalVersion> => {
      const asks = draft.ask_again && canAskAgain(kind)
      const html = legalHtml(draft.text)
      const text = await fill(html, branding, settings)
      const id = await db.transaction(async (tx) => {
        await legalSql.lock(tx, kind)
        if ((await legalSql.newestMark(db, kind, tx))?.id !== draft.based_on)
          throw new ApiError('changedMeanwhile')
        const now = clock.now()
        const day = dayOf(now)
        const made = await legalSql.publish(tx, kind, day, html, actor.id, now)
        const { version } = made
        await legalSql.keep(
          tx,
          { textId: made.id, number: 1, kind, version, valid_from: day, text, textHash: digestOf(text) },
          now,
        )
        if (asks) await legalSql.ask(tx, kind, made.version, now)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'legal.publish',
          patientId: null,
          object: `${kind}=${made.version}`,
          origin,
          detail: { ask_again: asks },
        })
        return made.id
      })
      const version = (await presented(kind)).find((one) => one.id === id)
      if (!version) throw new ApiError('notFound')
      return version
    },
  }
}

export type LegalService = ReturnType<typeof createLegalService>
