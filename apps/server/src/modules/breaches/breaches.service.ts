/** The register of breaches: whom one concerns is read from the audit trail, and the letters to them are sent once. */
import type { Readable } from 'node:stream'
import type { Affected, Breach, breachEndpoints } from '@mi-portal/contract/breaches'
import { Failure } from '@mi-portal/contract/failure'
import { pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth, showDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { cleanRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { csvOf } from '../audit/audit.rules.ts'
import { breachLetter } from './breaches.mails.ts'
import type { AffectedRow, BreachesStore, BreachRow, Looked } from './breaches.store.ts'

type BreachesParts = {
  readonly db: Database
  readonly store: BreachesStore
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
  /** An action of the audit trail, as its patient reads it. */
  readonly tellAction: (action: string) => string
  /** The same as staff read it. */
  readonly nameAction: (action: string) => string
  /** Among which numbers of the trail a stretch of time is: from the first to the last, and after `newer_than`. */
  readonly trailNumbers: (
    from: Date | null,
    before: Date | null,
  ) => Promise<{ readonly newer_than: number; readonly first: number; readonly last: number }>
  readonly house: { readonly brand: string; readonly supportEmail: string; readonly supportPhone: string }
}

type Draft = z.output<(typeof breachEndpoints)['create']['body']>
type Edit = z.output<(typeof breachEndpoints)['edit']['body']>
type Paging = { readonly page: number; readonly limit: number }

const stride = 500
/** Letters written in one statement: others are answered between one and the next. */
const sheaf = 50
/** Letters that one document is made of; it is held in memory until it is laid out. */
const mostPrinted = 10_000
/** Rows of the trail that one statement looks through. */
const glance = 50_000

function moments(fields: Edit) {
  return {
    ...fields,
    known_at: new Date(fields.known_at),
    agency_told_at: fields.agency_told_at === null ? null : new Date(fields.agency_told_at),
  }
}

function nameOf(row: Pick<AffectedRow, 'first_name' | 'last_name' | 'second_name'>): string {
  return `${row.first_name} ${row.last_name} ${row.second_name}`.trim()
}

export function breachesService(parts: BreachesParts) {
  const { db, store, mail, audit, clock, ages, tellAction, nameAction, trailNumbers, house } = parts

  const reserveBirth = () => latestBirth(ages.reserve, dayOf(clock.now()))

  /**
   * Looks through what of the trail was not looked through yet, piece by piece: as a whole it takes longer than a statement may.
   * Until the letters are sent; what was sent is not added to.
   */
  async function look(row: BreachRow): Promise<Looked> {
    const { newer_than, first, last } = await trailNumbers(row.seen_from, row.seen_before)
    for (let after = Math.max(row.seen_until, first - 1); after < last; after += glance)
      await store.look(row, after, Math.min(after + glance, last), row.letters_at)
    if (row.seen_until < newer_than) await store.lookedUntil(row.id, newer_than)
    return { until: row.letters_at ?? clock.now(), looked: newer_than }
  }

  async function present(row: BreachRow): Promise<Breach> {
    const {
      actor_id,
      actor_name,
      known_at,
      agency_told_at,
      created_at,
      seen_from,
      seen_before,
      letters_at,
      seen_until: _,
      ...rest
    } = row
    return {
      ...rest,
      known_at: known_at.toISOString(),
      agency_told_at: agency_told_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
      seen_from: seen_from?.toISOString() ?? null,
      seen_before: seen_before?.toISOString() ?? null,
      people: await store.countPeople(row, await look(row)),
      letters_at: letters_at?.toISOString() ?? null,
    }
  }

  async function found(id: number): Promise<BreachRow> {
    const row = await store.one(id)
    if (row === null) throw new Failure('notFound')
    return row
  }

  function presentPerson(row: AffectedRow): Affected {
    return {
      person_id: row.person_id,
      name: nameOf(row),
      document: showDocument(row.document_type_id, row.document_number),
      seen: row.seen.map(([action, times]) => ({ what: nameAction(action), times })),
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
      mails: row.mailboxes.length,
    }
  }

  async function* everybody(
    queries: Queries,
    row: BreachRow,
    looked: Looked,
  ): AsyncGenerator<readonly AffectedRow[]> {
    let after: number | undefined = 0
    while (after !== undefined) {
      const page = { reserveBirth: reserveBirth(), after, limit: stride }
      const rows = await store.people(queries, row, looked, page)
      if (rows.length > 0) yield rows
      after = rows.at(-1)?.person_id
    }
  }

  /** One letter each, to all of the mailboxes it goes to. */
  async function write(tx: Queries, row: BreachRow, rows: readonly AffectedRow[]): Promise<void> {
    const letters = rows.flatMap((one) =>
      one.mailboxes.map((recipient) => ({
        recipient,
        person_id: one.person_id,
        data: {
          first_name: one.first_name,
          patient_name: nameOf(one),
          nature: row.nature,
          effects: row.effects,
          measures: row.measures,
          day: showDay(dayOf(row.known_at)),
        },
      })),
    )
    for (let at = 0; at < letters.length; at += sheaf)
      await mail.queueAll(tx, breachLetter, letters.slice(at, at + sheaf))
  }

  function entry(actor: Actor, action: string, id: number, origin: Origin) {
    return {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: null,
      object: `breach_id=${id}`,
      origin,
    }
  }

  /** The account that was used, by its document; 400 where no member of staff has it. */
  async function actorOf(document: string | null): Promise<number | null> {
    if (!document) return null
    const id = (await store.staff(cleanRun(document))) ?? (await store.staff(document.toUpperCase()))
    if (id === null)
      throw new Failure('invalid', {
        param: 'actor_document',
        msg: 'No hay una cuenta del personal con ese documento',
      })
    return id
  }

  return {
    list: async ({ page, limit }: Paging) => {
      const rows = await store.page(limit, (page - 1) * limit)
      const breaches = await Promise.all(rows.map(present))
      return { breaches, ...pageOf({ rows, total: await store.count(), more: false }, { page, limit }) }
    },

    one: async (id: number) => present(await found(id)),

    create: async (actor: Actor, draft: Draft, origin: Origin) => {
      const { actor_document, ip, seen_from, seen_before, ...fields } = draft
      if (!actor_document && !ip && !(seen_from && seen_before))
        throw new Failure('invalid', {
          param: 'actor_document',
          msg: 'Indica una cuenta del personal, una dirección IP o un período',
        })
      if (seen_from && seen_before && seen_from >= seen_before)
        throw new Failure('invalid', { param: 'seen_from', msg: 'El inicio debe ser anterior al término' })
      const scope = {
        actor_id: await actorOf(actor_document),
        ip: ip || null,
        seen_from: seen_from === null ? null : new Date(seen_from),
        seen_before: seen_before === null ? null : new Date(seen_before),
      }
      const id = await db.transaction(async (tx) => {
        const made = await store.insert(tx, actor.id, moments(fields), scope, clock.now())
        await audit.add(tx, entry(actor, 'breaches.create', made, origin))
        return made
      })
      return present(await found(id))
    },

    edit: async (actor: Actor, id: number, fields: Edit, origin: Origin) => {
      await db.transaction(async (tx) => {
        if (!(await store.edit(tx, id, moments(fields), clock.now()))) throw new Failure('notFound')
        await audit.add(tx, entry(actor, 'breaches.edit', id, origin))
      })
      return present(await found(id))
    },

    people: async (actor: Actor, id: number, { page, limit }: Paging, origin: Origin) => {
      const row = await found(id)
      const looked = await look(row)
      const rows = await store.people(db, row, looked, {
        reserveBirth: reserveBirth(),
        limit,
        offset: (page - 1) * limit,
      })
      await audit.note(entry(actor, 'breaches.people', id, origin))
      const total = await store.countPeople(row, looked)
      return { people: rows.map(presentPerson), ...pageOf({ rows, total, more: false }, { page, limit }) }
    },

    export: async (actor: Actor, id: number, origin: Origin) => {
      const row = await found(id)
      const lines: string[][] = []
      for await (const rows of everybody(db, row, await look(row)))
        for (const one of rows.map(presentPerson))
          lines.push([
            one.name,
            one.document,
            one.seen.map(({ what, times }) => `${what} (${times})`).join('; '),
            one.first_at,
            one.last_at,
            one.mails > 0 ? 'Correo' : 'Carta',
          ])
      await audit.note(entry(actor, 'breaches.export', id, origin))
      const head = ['Persona', 'Documento', 'Qué se vio', 'Primera vez', 'Última vez', 'Aviso']
      return {
        name: `incidente-${id}-${dayOf(clock.now())}.csv`,
        csv: csvOf([head, ...lines]),
        rows: lines.length,
      }
    },

    /** Of two at once one sends them; the other is told that they were sent. */
    send: async (actor: Actor, id: number, origin: Origin) => {
      const row = await found(id)
      const { looked } = await look(row)
      const now = clock.now()
      const sent = await db.transaction(async (tx) => {
        if (!(await store.sent(tx, id, actor.id, now))) throw new Failure('lettersSent')
        let mailed = 0
        let by_post = 0
        for await (const rows of everybody(tx, row, { until: now, looked })) {
          await store.keepLetters(tx, id, rows)
          await write(tx, row, rows)
          const reached = rows.filter(({ mailboxes }) => mailboxes.length > 0).length
          mailed += reached
          by_post += rows.length - reached
        }
        await audit.add(tx, { ...entry(actor, 'breaches.send', id, origin), detail: { mailed, by_post } })
        return { mailed, by_post }
      })
      mail.nudge()
      return sent
    },

    /** All letters in one document, each under the name of whom it is for. */
    letters: async (
      actor: Actor,
      id: number,
      origin: Origin,
    ): Promise<{ name: string; content: Readable }> => {
      const row = await found(id)
      const looked = await look(row)
      if ((await store.countPeople(row, looked)) > mostPrinted)
        throw new Failure('invalid', {
          param: 'id',
          msg: 'Son más de 10.000 cartas. Prepáralas por partes a partir de la lista en CSV',
        })
      const sections: { title: string; none: string; lines: { lead: string; text: string }[] }[] = []
      for await (const rows of everybody(db, row, looked))
        for (const one of rows)
          sections.push({
            title: `Carta a ${nameOf(one)}, ${showDocument(one.document_type_id, one.document_number)}`,
            none: '',
            lines: [
              {
                lead: '',
                text: `${house.brand} le informa de un incidente de seguridad que afecta sus datos personales. Lo conocimos el ${showDay(dayOf(row.known_at))}.`,
              },
              { lead: 'Qué ocurrió', text: row.nature },
              { lead: 'Qué efectos puede tener', text: row.effects },
              { lead: 'Qué hicimos', text: row.measures },
              {
                lead: 'Qué datos suyos se vieron o cambiaron',
                text: one.seen.map(([action, times]) => `${tellAction(action)} (${times})`).join('; '),
              },
              { lead: 'Dudas', text: `${house.supportEmail}, ${house.supportPhone}` },
            ],
          })
      await audit.note(entry(actor, 'breaches.letters', id, origin))
      const { recordPdf } = await import('../../platform/record-pdf.ts')
      return {
        name: `cartas-incidente-${id}.pdf`,
        content: recordPdf({
          title: `Cartas por el incidente ${id}`,
          author: house.brand,
          madeAt: clock.now(),
          notes: [],
          sections,
        }),
      }
    },
  }
}

export type BreachesService = ReturnType<typeof breachesService>
