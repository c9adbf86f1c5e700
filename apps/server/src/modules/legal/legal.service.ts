/** Legal texts: one source for the dialog, the page and the PDF. They change with a version of the portal, or when staff publish one. */
import { Failure } from '@mi-portal/contract/failure'
import {
  type LegalKind,
  type LegalVersion,
  type legalDraft,
  legalHtml,
  legalSource,
} from '@mi-portal/contract/legal'
import { dayOf, momentOf, showDay } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { House } from '../../platform/mail-layout.ts'
import type { LegalStore, LegalText } from './legal.store.ts'

type Draft = z.output<typeof legalDraft>

const titles: Readonly<Record<LegalKind, string>> = {
  terms: 'Términos y condiciones de uso',
  privacy: 'Política de privacidad',
  family_group: 'Declaración para el grupo familiar',
}

/** What is set, by the name under which a text may say so: how long something is kept (`{passportDays}`), the ages of minors. */
type Settings = Readonly<Record<string, number>>

/** Writes the clinic's names and settings into a text and leaves nothing in it but headings, paragraphs and lists. */
async function fill(text: string, house: House, told: Settings): Promise<string> {
  const names: Readonly<Record<string, string>> = {
    product: house.product,
    brand: house.brand,
    email: house.supportEmail,
    phone: house.supportPhone,
    ...Object.fromEntries(Object.entries(told).map(([name, setting]) => [name, String(setting)])),
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

type LegalParts = {
  readonly db: Database
  readonly store: LegalStore
  readonly audit: Audit
  readonly clock: Clock
  readonly house: House
  readonly told: Settings
}

/** What was made of a text last, with the text's number: it is made anew once another is in force. */
type Made<T> = Map<LegalKind, { readonly id: number; readonly value: Promise<T> }>

export function legalService({ db, store, audit, clock, house, told }: LegalParts) {
  const texts: Made<LegalText> = new Map()
  const pdfs: Made<Uint8Array> = new Map()

  async function read(kind: LegalKind): Promise<LegalText> {
    const row = await store.newest(kind)
    if (row === null) throw new Failure('notFound')
    return { ...row, text: await fill(row.text, house, told) }
  }

  /** Made once for each version; a failure is not kept. */
  async function once<T>(made: Made<T>, kind: LegalKind, make: () => Promise<T>): Promise<T> {
    const id = await store.newestId(kind)
    if (id === null) throw new Failure('notFound')
    const known = made.get(kind)
    if (known?.id === id) return known.value
    const value = make().catch((error: unknown) => {
      made.delete(kind)
      throw error
    })
    made.set(kind, { id, value })
    return value
  }

  const current = (kind: LegalKind) => once(texts, kind, () => read(kind))

  const presented = async (kind: LegalKind): Promise<LegalVersion[]> =>
    (await store.versions(kind)).map((row) => ({
      ...row,
      published_at: row.published_at?.toISOString() ?? null,
    }))

  return {
    /** The text in force, as sanitised HTML. */
    current,
    pdf: (kind: LegalKind) =>
      once(pdfs, kind, async () => {
        const { text, version, valid_from } = await current(kind)
        const { textPdf } = await import('../../platform/text-pdf.ts')
        return textPdf({
          title: titles[kind],
          author: house.brand,
          madeAt: momentOf(valid_from, '00:00'),
          note: `Versión ${version}, vigente desde el ${showDay(valid_from)}`,
          html: text,
        })
      }),

    versions: async (kind: LegalKind) => {
      const row = await store.newest(kind)
      if (row === null) throw new Failure('notFound')
      return { versions: await presented(kind), source: legalSource(row.text) }
    },

    /** Puts a version in force at once. Throws 409 where another was published since the one it was written from. */
    publish: async (actor: Actor, kind: LegalKind, draft: Draft, origin: Origin): Promise<LegalVersion> => {
      const asks = draft.ask_again && kind !== 'family_group'
      const id = await db.transaction(async (tx) => {
        await store.lock(tx, kind)
        if ((await store.newestId(kind, tx)) !== draft.based_on) throw new Failure('changedMeanwhile')
        const now = clock.now()
        const made = await store.publish(tx, kind, dayOf(now), legalHtml(draft.text), actor.id, now)
        if (asks) await store.ask(tx, kind, made.version, now)
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
      if (!version) throw new Failure('notFound')
      return version
    },
  }
}

export type LegalService = ReturnType<typeof legalService>
