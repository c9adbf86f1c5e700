/** Consents: stored when given, listed to their person, and withdrawn with immediate effect. */

import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import {
  askedKinds,
  type ConsentChannel,
  type ConsentKind,
  type consentEndpoints,
  earlierSharingVisitText,
  type PendingText,
  sharingText,
  sharingVisitText,
} from '@mi-portal/contract/consents'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { LegalService } from '../legal/legal.service.ts'
import { addressBeginning } from '../session/devices.rules.ts'
import * as consentsSql from './consents.sql.ts'

/** A person withdrew a consent. What depends on it in other domains ends in the same transaction. */
export type ConsentWithdrawn = {
  readonly actor: Actor
  readonly kind: ConsentKind
  /** The minor whom a consent for the family group is about; null for any other kind. */
  readonly patientId: number | null
  readonly at: Date
  readonly origin: Origin
}

/** The reminders of appointments, which a person turns on and off beside the consents. */
export type ReminderSettings = {
  readonly areOn: (personId: number) => Promise<boolean>
  readonly turn: (tx: Queries, personId: number, on: boolean, now: Date) => Promise<void>
}

type ConsentsDependencies = {
  readonly db: Database
  readonly legal: LegalService
  readonly audit: Audit
  readonly mail: Pick<MailQueue, 'trigger'>
  readonly clock: Clock
  readonly reminders: ReminderSettings
  readonly withdrawn: DomainEvent<ConsentWithdrawn>
}

/** A consent as the calling service passes it. */
type Given = {
  readonly personId: number
  readonly kind: ConsentKind
  readonly version: string
  /** The text as it was shown. */
  readonly text: string
  readonly channel: ConsentChannel
  readonly ip: string
  readonly patientId?: number
  /** When it was given; absent for now. */
  readonly at?: Date
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()
const sharingTexts = [sharingText, sharingVisitText, earlierSharingVisitText].map(({ text }) => ({
  text,
  hash: digestOf(text),
}))

const changed = 'Este texto cambió mientras lo leías. Revísalo y acéptalo nuevamente'

export function createConsentsService(dependencies: ConsentsDependencies) {
  const { db, legal, audit, mail, clock, reminders, withdrawn } = dependencies

  const entry = (actor: Actor, action: string, origin: Origin, detail: object) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
    detail,
  })

  async function give(tx: Queries, { text, patientId, at = clock.now(), ...given }: Given): Promise<void> {
    const textHash = digestOf(text)
    await consentsSql.insert(tx, { ...given, textHash, patientId: patientId ?? null }, at)
  }

  return {
    give,

    list: async (actor: Actor): Promise<Reply<typeof consentEndpoints.list>> => {
      const [rows, hasReminders] = await Promise.all([
        consentsSql.list(
          db,
          actor.id,
          sharingTexts.map(({ hash }) => hash),
        ),
        reminders.areOn(actor.id),
      ])
      return {
        reminders: hasReminders,
        consents: rows.map((row) => ({
          id: row.id,
          kind: row.kind,
          version: row.version,
          given_at: row.given_at.toISOString(),
          channel: row.channel,
          // The IP address of staff is not shown.
          from: row.ip === null || row.channel === 'staff' ? null : addressBeginning(row.ip),
          patient:
            row.patient_id === null ? null : { id: row.patient_id, full_name: row.patient_full_name ?? '' },
          withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
          has_text: row.has_text,
        })),
      }
    },

    /**
     * Returns the text of a consent. Throws 404 if the consent is not the caller's, or if its text was not stored.
     */
    text: async (actor: Actor, id: number): Promise<Reply<typeof consentEndpoints.text>> => {
      const agreed = await consentsSql.agreed(db, id, actor.id)
      if (agreed === null) throw new ApiError('notFound')
      const { kind, version, text_hash } = agreed
      const shared = sharingTexts.find(
        ({ hash }) => kind === 'sharing' && hash.equals(Buffer.from(text_hash)),
      )
      if (shared !== undefined)
        return { legalText: { text: `<p>${shared.text}</p>`, version, valid_from: null } }
      const legalText = await legal.readBy(kind, text_hash, version)
      if (legalText === null) throw new ApiError('notFound')
      return { legalText }
    },

    pending: async (actor: Actor): Promise<Reply<typeof consentEndpoints.pending>> => {
      const rows = await consentsSql.standing(db, actor.id)
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

    /** Accepts texts. Throws 400 if a new version came into force after the text was read. */
    accept: async (
      actor: Actor,
      { accepted }: Received<typeof consentEndpoints.give>['body'],
      origin: Origin,
    ): Promise<void> => {
      const texts = await Promise.all(
        accepted.map(async ({ kind, version }) => ({ kind, read: version, text: await legal.current(kind) })),
      )
      if (texts.some(({ read, text }) => read !== text.version))
        throw new ApiError('invalid', { param: 'accepted', msg: changed })
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

    /** Withdraws a consent and ends what depends on it. Throws 404 if there is no consent to withdraw. */
    withdraw: async (
      actor: Actor,
      kind: ConsentKind,
      patientId: number | null,
      origin: Origin,
    ): Promise<void> => {
      if ((kind === 'family_group') !== (patientId !== null)) throw new ApiError('notFound')
      await db.transaction(async (tx) => {
        const at = clock.now()
        const count = await consentsSql.withdraw(tx, actor.id, kind, patientId, at, origin.ip)
        if (count === 0) throw new ApiError('notFound')
        await audit.add(tx, entry(actor, 'consents.withdraw', origin, { kind, count }))
        await withdrawn.announce(tx, { actor, kind, patientId, at, origin })
      })
      mail.trigger()
    },

    turnReminders: (actor: Actor, on: boolean, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        await reminders.turn(tx, actor.id, on, clock.now())
        await audit.add(tx, entry(actor, 'consents.reminders', origin, { on }))
      }),
  }
}

export type ConsentsService = ReturnType<typeof createConsentsService>
