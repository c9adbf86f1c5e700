import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  askedKinds,
  type ConsentChannel,
  type ConsentKind,
  consentEndpoints,
  earlierSharingVisitText,
  type PendingText,
  sharingText,
  sharingVisitText,
} from '@mi-portal/contract/consents'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { findTextByHash, readCurrentText } from '../legal/publish-texts.ts'
import { addressBeginning } from '../session/devices.rules.ts'
import * as consentsSql from './consents.sql.ts'

type Given = {
  readonly personId: number
  readonly kind: ConsentKind
  readonly version: string
  readonly text: string
  readonly channel: ConsentChannel
  readonly ip: string
  readonly patientId?: number
  readonly at?: Date
}

const hashText = (text: string) => createHash('sha256').update(text).digest()
const sharingTexts = [sharingText, sharingVisitText, earlierSharingVisitText].map(({ text }) => ({
  text,
  hash: hashText(text),
}))

const changed = 'Este texto cambió mientras lo leías. Revísalo y acéptalo nuevamente'

export async function storeConsent(
  ctx: Context,
  tx: Queries,
  { text, patientId, at = ctx.clock.now(), ...given }: Given,
): Promise<void> {
  const textHash = hashText(text)
  await consentsSql.insert(tx, { ...given, textHash, patientId: patientId ?? null }, at)
}

export const listConsents = operation(consentEndpoints.list, async (ctx) => {
  const [rows, remindersOff] = await Promise.all([
    ctx.db.run(consentsSql.list, {
      person_id: ctx.actor.id,
      sharing_hashes: sharingTexts.map(({ hash }) => hash).map((hash) => Buffer.from(hash).toString('hex')),
    }),
    ctx.db.run(consentsSql.findRemindersOff, { person_id: ctx.actor.id }),
  ])
  return {
    reminders: remindersOff.length === 0,
    consents: rows.map((row) => ({
      ...row,
      // The IP address of staff is not shown.
      from: row.ip === null || row.channel === 'staff' ? null : addressBeginning(row.ip),
      patient:
        row.patient_id === null ? null : { id: row.patient_id, full_name: row.patient_full_name ?? '' },
    })),
  }
})

export const readConsentText = operation(consentEndpoints.text, async (ctx, { params }) => {
  const agreed = await findRow(ctx.db, consentsSql.agreed, { id: params.id, person_id: ctx.actor.id })
  if (agreed === null) throw new ApiError('notFound')
  const { kind, version, text_hash } = agreed
  const shared = sharingTexts.find(({ hash }) => kind === 'sharing' && hash.equals(Buffer.from(text_hash)))
  if (shared !== undefined) return { legalText: { text: `<p>${shared.text}</p>`, version, valid_from: null } }
  const legalText = await findTextByHash(ctx, kind, text_hash, version)
  if (legalText === null) throw new ApiError('notFound')
  return { legalText }
})

export const listPendingTexts = operation(consentEndpoints.pending, async (ctx) => {
  const rows = await ctx.db.run(consentsSql.standing, { person_id: ctx.actor.id })
  const texts: PendingText[] = []
  for (const kind of askedKinds) {
    const row = rows.find((one) => one.kind === kind)
    if (!row || !(row.withdrawn || (row.asked && !row.accepted))) continue
    const { version, valid_from, text } = await readCurrentText(ctx, kind)
    const because = row.withdrawn ? 'withdrawn' : 'published'
    texts.push({ kind, version, valid_from, text, because })
  }
  return { texts }
})

export const acceptTexts = operation(consentEndpoints.give, async (ctx, { body }) => {
  const { accepted } = body

  const texts = await Promise.all(
    accepted.map(async ({ kind, version }) => ({
      kind,
      read: version,
      text: await readCurrentText(ctx, kind),
    })),
  )
  if (texts.some(({ read, text }) => read !== text.version))
    throw new ApiError('invalid', { param: 'accepted', msg: changed })
  await ctx.db.transaction(async (tx) => {
    for (const { kind, text } of texts) {
      await storeConsent(ctx, tx, {
        personId: ctx.actor.id,
        kind,
        version: text.version,
        text: text.text,
        channel: 'web',
        ip: ctx.origin.ip,
      })
    }
    const versions = texts.map(({ kind, text }) => `${kind} ${text.version}`)
    await ctx.audit.add(tx, 'consents.give', { patientId: ctx.actor.id, detail: { versions } })
  })
  return {}
})

export const withdrawConsent = operation(consentEndpoints.withdraw, async (ctx, { params, body }) => {
  const patientId = body.patient_id ?? null

  if ((params.kind === 'family_group') !== (patientId !== null)) throw new ApiError('notFound')
  await ctx.db.transaction(async (tx) => {
    const at = ctx.clock.now()
    const count = await consentsSql.withdraw(tx, ctx.actor.id, params.kind, patientId, at, ctx.origin.ip)
    if (count === 0) throw new ApiError('notFound')
    await ctx.audit.add(tx, 'consents.withdraw', {
      patientId: ctx.actor.id,
      detail: { kind: params.kind, count },
    })
    await ctx.events.consentWithdrawn.announce(tx, {
      actor: ctx.actor,
      kind: params.kind,
      patientId,
      at,
      origin: ctx.origin,
    })
  })
  return {}
})

export async function setReminders(tx: Queries, person_id: number, areOn: boolean, now: Date): Promise<void> {
  if (areOn) await tx.run(consentsSql.turnRemindersOn, { person_id })
  else await tx.run(consentsSql.turnRemindersOff, { person_id, now })
}

export const turnReminders = operation(consentEndpoints.reminders, async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    await setReminders(tx, ctx.actor.id, body.on, ctx.clock.now())
    await ctx.audit.add(tx, 'consents.reminders', { patientId: ctx.actor.id, detail: { on: body.on } })
  })
  return {}
})
