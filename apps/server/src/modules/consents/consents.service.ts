/** Consents: written where they are given, listed to their person, and taken back with effect at once. */
import { createHash } from 'node:crypto'
import {
  askedKinds,
  type ConsentChannel,
  type ConsentKind,
  type consentEndpoints,
  type PendingText,
  sharingText,
} from '@mi-portal/contract/consents'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { Failure } from '@mi-portal/contract/failure'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { LegalService } from '../legal/legal.service.ts'
import { addressBeginning } from '../session/devices.rules.ts'
import type { ConsentsStore } from './consents.store.ts'

/** What a withdrawal does besides being written down. */
type Endings = {
  /** Ends everything that this person shares with others. */
  readonly sharing: (tx: Queries, personId: number, now: Date) => Promise<void>
  /** Takes a minor out of this person's group. */
  readonly family: (actor: Actor, memberId: number, origin: Origin) => Promise<void>
  readonly reminders: {
    readonly areOn: (personId: number) => Promise<boolean>
    readonly turn: (tx: Queries, personId: number, on: boolean, now: Date) => Promise<void>
  }
}

type ConsentsParts = {
  readonly db: Database
  readonly store: ConsentsStore
  readonly legal: LegalService
  readonly audit: Audit
  readonly clock: Clock
  /** Asked for when something ends: what it ends is wired after this. */
  readonly endings: () => Endings
}

/** A consent as whoever takes it hands it in. */
type Given = {
  readonly personId: number
  readonly kind: ConsentKind
  readonly version: string
  /** As it was shown. */
  readonly text: string
  readonly channel: ConsentChannel
  readonly ip: string
  readonly patientId?: number
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const sharingHash = digestOf(sharingText.text)

const changed = 'Este texto cambió mientras lo leías. Revísalo y acéptalo nuevamente'

export function consentsService(parts: ConsentsParts) {
  const { db, store, legal, audit, clock } = parts

  const entry = (actor: Actor, action: string, origin: Origin, detail: object) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
    detail,
  })

  async function give(tx: Queries, { text, patientId, ...given }: Given): Promise<void> {
    const textHash = digestOf(text)
    await store.insert(tx, { ...given, textHash, patientId: patientId ?? null }, clock.now())
  }

  return {
    give,

    list: async (actor: Actor): Promise<Reply<typeof consentEndpoints.list>> => {
      const [rows, reminders] = await Promise.all([
        store.list(actor.id, sharingHash),
        parts.endings().reminders.areOn(actor.id),
      ])
      return {
        reminders,
        consents: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          version: row.version,
          given_at: row.given_at.toISOString(),
          channel: row.channel,
          // Where staff sit is not told.
          from: row.ip === null || row.channel === 'staff' ? null : addressBeginning(row.ip),
          patient:
            row.patient_id === null ? null : { id: row.patient_id, full_name: row.patient_full_name ?? '' },
          withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
          has_text: row.has_text,
        })),
      }
    },

    /** Throws 404 where the consent is not the caller's, or its words were not kept. */
    text: async (actor: Actor, id: number): Promise<Reply<typeof consentEndpoints.text>> => {
      const agreed = await store.agreed(id, actor.id)
      if (agreed === null) throw new Failure('notFound')
      const { kind, version, text_hash } = agreed
      if (kind === 'sharing' && sharingHash.equals(Buffer.from(text_hash)))
        return { legalText: { text: `<p>${sharingText.text}</p>`, version, valid_from: null } }
      const legalText = await legal.readBy(kind, text_hash, version)
      if (legalText === null) throw new Failure('notFound')
      return { legalText }
    },

    pending: async (actor: Actor): Promise<Reply<typeof consentEndpoints.pending>> => {
      const rows = await store.standing(actor.id)
      const texts: PendingText[] = []
      for (const kind of askedKinds) {
        const row = rows.find((one) => one.kind === kind)
        if (!row || !(row.withdrawn || (row.asked && !row.accepted))) continue
        const { version, valid_from, text } = await legal.current(kind)
        const because = row.withdrawn ? 'withdrawn' : 'published'
        texts.push({ kind, version, valid_from, text, because })
      }
      return { texts }
    },

    /** Throws 400 where another version has come into force since it was read. */
    accept: async (
      actor: Actor,
      { accepted }: Received<typeof consentEndpoints.give>['body'],
      origin: Origin,
    ): Promise<void> => {
      const texts = await Promise.all(
        accepted.map(async ({ kind, version }) => ({ kind, read: version, text: await legal.current(kind) })),
      )
      if (texts.some(({ read, text }) => read !== text.version))
        throw new Failure('invalid', { param: 'accepted', msg: changed })
      await db.transaction(async (tx) => {
        for (const { kind, text } of texts) {
          await give(tx, {
            personId: actor.id,
            kind,
            version: text.version,
            text: text.text,
            channel: 'web',
            ip: origin.ip,
          })
        }
        const versions = texts.map(({ kind, text }) => `${kind} ${text.version}`)
        await audit.add(tx, entry(actor, 'consents.give', origin, { versions }))
      })
    },

    /** Takes a consent back and ends what rests on it. Throws 404 where there is none to take back. */
    withdraw: async (
      actor: Actor,
      kind: ConsentKind,
      patientId: number | null,
      origin: Origin,
    ): Promise<void> => {
      if ((kind === 'family_group') !== (patientId !== null)) throw new Failure('notFound')
      await db.transaction(async (tx) => {
        const now = clock.now()
        const count = await store.withdraw(tx, actor.id, kind, patientId, now, origin.ip)
        if (count === 0) throw new Failure('notFound')
        if (kind === 'sharing') await parts.endings().sharing(tx, actor.id, now)
        await audit.add(tx, entry(actor, 'consents.withdraw', origin, { kind, count }))
      })
      if (patientId !== null) await parts.endings().family(actor, patientId, origin)
    },

    turnReminders: (actor: Actor, on: boolean, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        await parts.endings().reminders.turn(tx, actor.id, on, clock.now())
        await audit.add(tx, entry(actor, 'consents.reminders', origin, { on }))
      }),
  }
}

export type ConsentsService = ReturnType<typeof consentsService>
