/**
 * Legal texts: one source for the dialog, the page and the PDF. A text changes with a version of the portal, when
 * staff publish one, or with a setting that the text mentions.
 */

import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  canAskAgain,
  type LegalKind,
  legalEndpoints,
  legalHtml,
  legalKinds,
  type legalSettings,
  legalSource,
} from '@mi-portal/contract/legal'
import { showDay, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { documentHeaders } from '../../platform/http/headers.ts'
import type { Branding } from '../../platform/mail-layout.ts'
import type { Wording } from './legal.sql.ts'
import * as legalSql from './legal.sql.ts'

type LegalText = Wording & { readonly id: number }

const titles: Readonly<Record<LegalKind, string>> = {
  terms: 'Términos y condiciones de uso',
  privacy: 'Política de privacidad',
  family_group: 'Declaración para el grupo familiar',
  accessibility: 'Accesibilidad',
  rights: 'Tus derechos',
}

type Settings = Readonly<Record<(typeof legalSettings)[number], number>>

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

/** A cache of what was last generated from a text, with its wording. The entry is generated again when another wording is in force. */
type Made<T> = Map<LegalKind, { readonly mark: string; readonly value: Promise<T> }>

const createLegalMemory = () => ({
  texts: new Map() as Made<LegalText>,
  pdfs: new Map() as Made<Uint8Array>,
  settled: new Map<LegalKind, Promise<void>>(),
})

const getSettings = ({ ages, config }: Context): Settings => ({
  ...config.keep,
  ageReserve: ages.reserve,
  ageConsent: ages.consent,
  ageAdult: ages.adult,
})

const digestText = (text: string) => createHash('sha256').update(text).digest()

const nameVersion = (written: string, number: number) =>
  number === 1 ? written : `${written} rev. ${number}`

const remember = (ctx: Context) => ctx.inMemory(createLegalMemory)

/** Stores the present wording, and a new one if this installation's names or settings changed the text in force. */
async function storeWordings(ctx: Context, kind: LegalKind): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.run(legalSql.lock, { kind })
    const now = ctx.clock.now()
    const keep = async (textId: number, number: number, version: string, valid_from: string, text: string) =>
      legalSql.keep(
        tx,
        {
          textId,
          number,
          kind,
          version: nameVersion(version, number),
          valid_from,
          text,
          textHash: digestText(text),
        },
        now,
      )
    for (const row of await tx.run(legalSql.unread, { kind }))
      await keep(row.id, 1, row.version, row.valid_from, await fill(row.text, ctx.branding, getSettings(ctx)))
    const row = await legalSql.newest(tx, kind)
    if (row === null || row.number === null) return
    const text = await fill(row.source, ctx.branding, getSettings(ctx))
    if (text !== row.text) await keep(row.id, row.number + 1, row.written_version, toDay(now), text)
  })
}

/** Runs `storeWordings` once, and again after the names of the clinic may have changed. */
function publishOnce(ctx: Context, kind: LegalKind): Promise<void> {
  const known = remember(ctx).settled.get(kind)
  if (known !== undefined) return known
  const begun = storeWordings(ctx, kind).catch((error: unknown) => {
    remember(ctx).settled.delete(kind)
    throw error
  })
  remember(ctx).settled.set(kind, begun)
  return begun
}

/** Returns the text in force. Stores its wording now if a server of an older version left it without one. */
async function readText(ctx: Context, kind: LegalKind): Promise<LegalText> {
  await publishOnce(ctx, kind)
  const row = await legalSql.newest(ctx.db, kind)
  if (row === null) throw new ApiError('notFound')
  const { id, text, version, valid_from } = row
  if (text !== null && version !== null && valid_from !== null) return { id, text, version, valid_from }
  await storeWordings(ctx, kind)
  return readText(ctx, kind)
}

/** Generates a value once for each version; a failure is not cached. */
async function makeOnce<T>(ctx: Context, made: Made<T>, kind: LegalKind, make: () => Promise<T>): Promise<T> {
  await publishOnce(ctx, kind)
  const newest = await legalSql.newestMark(ctx.db, kind)
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

export const readCurrentText = (ctx: Context, kind: LegalKind) =>
  makeOnce(ctx, remember(ctx).texts, kind, () => readText(ctx, kind))

const listVersions = (ctx: Context, kind: LegalKind) => ctx.db.run(legalSql.versions, { kind })

const readTextPdf = (ctx: Context, kind: LegalKind) =>
  makeOnce(ctx, remember(ctx).pdfs, kind, async () => {
    const { text, version, valid_from } = await readCurrentText(ctx, kind)
    const { textPdf } = await import('../../platform/pdf/text-pdf.ts')
    return textPdf({
      title: titles[kind],
      author: ctx.branding.brand,
      letterhead: await ctx.readLetterhead(),
      madeAt: toInstant(valid_from, '00:00'),
      note: `Versión ${version}, vigente desde el ${showDay(valid_from)}`,
      html: text,
    })
  })

export const listTextVersions = operation(legalEndpoints.versions, async (ctx, { params }) => {
  await readCurrentText(ctx, params.kind)
  const [row, waiting] = [
    await legalSql.newest(ctx.db, params.kind),
    await findRow(ctx.db, legalSql.waiting, { kind: params.kind }),
  ]
  if (row === null) throw new ApiError('notFound')
  return {
    versions: await listVersions(ctx, params.kind),
    source: legalSource(row.source),
    waiting: waiting && {
      version: waiting.version,
      valid_from: waiting.valid_from,
      source: legalSource(waiting.text),
    },
  }
})

export const getTextVersion = operation(legalEndpoints.version, async (ctx, { params }) => {
  await publishOnce(ctx, params.kind)
  const found = await findRow(ctx.db, legalSql.wording, { kind: params.kind, version: params.version })
  if (found === null) throw new ApiError('notFound')
  return { legalText: found }
})

/** Forgets that the wordings are up to date, because another clinic package was published. */
export const forgetWordings = (ctx: Context) => remember(ctx).settled.clear()

export async function publishAllTexts(ctx: Context): Promise<void> {
  for (const kind of legalKinds) await publishOnce(ctx, kind)
}

/** Puts a version in force at once. Throws 409 if another version was published since the one it is based on. */
export const publishText = operation(
  legalEndpoints.publish,
  async (ctx, { params: { kind }, body: draft }) => {
    const asks = draft.ask_again && canAskAgain(kind)
    const html = legalHtml(draft.text)
    const text = await fill(html, ctx.branding, getSettings(ctx))
    const id = await ctx.db.transaction(async (tx) => {
      await tx.run(legalSql.lock, { kind })
      if ((await legalSql.newestMark(tx, kind))?.id !== draft.based_on) throw new ApiError('changedMeanwhile')
      const now = ctx.clock.now()
      const day = toDay(now)
      const made = await legalSql.publish(tx, kind, day, html, ctx.actor.id, now)
      const { version } = made
      await legalSql.keep(
        tx,
        { textId: made.id, number: 1, kind, version, valid_from: day, text, textHash: digestText(text) },
        now,
      )
      if (asks) await tx.run(legalSql.ask, { kind, version: made.version, now })
      await ctx.audit.add(tx, 'legal.publish', {
        object: `${kind}=${made.version}`,
        detail: { ask_again: asks },
      })
      return made.id
    })
    const version = (await listVersions(ctx, kind)).find((one) => one.id === id)
    if (!version) throw new ApiError('notFound')
    return { version }
  },
)

export const getCurrentText = operation(legalEndpoints.current, async (ctx, { params }) => ({
  legalText: await readCurrentText(ctx, params.kind),
}))

const fileNames = {
  terms: 'terminos-y-condiciones.pdf',
  privacy: 'politica-de-privacidad.pdf',
  family_group: 'grupo-familiar.pdf',
  accessibility: 'accesibilidad.pdf',
  rights: 'tus-derechos.pdf',
} as const

export const getTextPdf = operation(legalEndpoints.pdf, async (ctx, { params, reply }) =>
  reply
    .headers(documentHeaders)
    .header('content-disposition', `inline; filename="${fileNames[params.kind]}"`)
    .type('application/pdf')
    .send(await readTextPdf(ctx, params.kind)),
)

export const findTextByHash = ({ db }: Context, kind: string, textHash: Uint8Array, version: string) =>
  findRow(db, legalSql.byHash, { text_hash: textHash, kind, version })
