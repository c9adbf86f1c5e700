/** The register of data breaches. Finds the people concerned in the audit log, and sends the letters to them once. */

import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Affected, Breach, breachEndpoints } from '@mi-portal/contract/breaches'
import { joinName } from '@mi-portal/contract/full-name'
import { pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { cleanCode } from '@mi-portal/contract/values/codes/clean-code'
import { dayOf, latestBirth, showDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { cleanRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { writeCsv } from '../../platform/csv.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Branding } from '../../platform/mail-layout.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { describeForPatient, describeForStaff } from '../audit-labels/audit-labels.rules.ts'
import { breachMail } from './breaches.mails.ts'
import type { AffectedRow, BreachRow, Reviewed } from './breaches.sql.ts'
import * as breachesSql from './breaches.sql.ts'

type BreachesDependencies = {
  readonly db: Database
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
  /** Returns the id of the last sealed audit entry, before which no entry can appear any more. */
  readonly lastSealedId: () => Promise<number>
  readonly branding: Pick<Branding, 'brand' | 'supportEmail' | 'supportPhone'>
  readonly readLetterhead: ReadLetterhead
}

type Draft = z.output<(typeof breachEndpoints)['create']['body']>
type Edit = z.output<(typeof breachEndpoints)['edit']['body']>
type Paging = { readonly page: number; readonly limit: number }

const peoplePerPage = 500
/** Letters written in one statement. Other requests are answered between two statements. */
const mailsPerStatement = 50
/** Maximum number of letters in one document, which is held in memory until it is laid out. */
const maxPrintedMails = 10_000
/** Audit entries that one statement searches. */
const entriesPerStatement = 50_000

function moments(fields: Edit) {
  return {
    ...fields,
    known_at: new Date(fields.known_at),
    agency_told_at: fields.agency_told_at === null ? null : new Date(fields.agency_told_at),
  }
}

function nameOf(row: Pick<AffectedRow, 'first_name' | 'last_name' | 'second_name'>): string {
  return joinName(row.first_name, row.last_name, row.second_name)
}

export function createBreachesService(dependencies: BreachesDependencies) {
  const { db, mail, audit, clock, ages, lastSealedId, branding } = dependencies

  const reserveBirth = () => latestBirth(ages.reserve, dayOf(clock.now()))

  /**
   * Searches the part of the audit log that was not searched yet, in pieces, because a single statement would take
   * too long. After the letters were sent, no one is added.
   */
  async function searchScope(row: BreachRow): Promise<Reviewed> {
    const sealed = await lastSealedId()
    for (let after = row.seen_until; after < sealed; after += entriesPerStatement)
      await breachesSql.findScope(
        db,
        row,
        after,
        Math.min(after + entriesPerStatement, sealed),
        row.letters_at,
      )
    return { until: row.letters_at ?? clock.now(), looked: Math.max(row.seen_until, sealed) }
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
      people: await breachesSql.countPeople(db, row, await searchScope(row)),
      letters_at: letters_at?.toISOString() ?? null,
    }
  }

  async function found(id: number): Promise<BreachRow> {
    const row = await breachesSql.one(db, id)
    if (row === null) throw new ApiError('notFound')
    return row
  }

  function presentPerson(row: AffectedRow): Affected {
    return {
      person_id: row.person_id,
      name: nameOf(row),
      document: showDocument(row.document_type_id, row.document_number),
      seen: row.seen.map(([action, times]) => ({ what: describeForStaff(action), times })),
      first_at: row.first_at.toISOString(),
      last_at: row.last_at.toISOString(),
      mails: row.mailboxes.length,
    }
  }

  async function* readPeople(
    queries: Queries,
    row: BreachRow,
    looked: Reviewed,
  ): AsyncGenerator<readonly AffectedRow[]> {
    let after: number | undefined = 0
    while (after !== undefined) {
      const page = { reserveBirth: reserveBirth(), now: clock.now(), after, limit: peoplePerPage }
      const rows = await breachesSql.people(queries, row, looked, page)
      if (rows.length > 0) yield rows
      after = rows.at(-1)?.person_id
    }
  }

  /** Queues one letter for each person, to all of their mailboxes. */
  async function write(tx: Queries, row: BreachRow, rows: readonly AffectedRow[]): Promise<void> {
    const recipients = rows.flatMap((one) =>
      one.mailboxes.map((recipient) => ({
        recipient,
        person_id: one.person_id,
        data: {
          first_name: one.greeting_name,
          nature: row.nature,
          effects: row.effects,
          measures: row.measures,
          day: showDay(dayOf(row.known_at)),
        },
      })),
    )
    for (let at = 0; at < recipients.length; at += mailsPerStatement)
      await mail.queueAll(tx, breachMail, recipients.slice(at, at + mailsPerStatement))
  }

  function entry(actor: Actor, action: string, id: number | null, origin: Origin) {
    return {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: null,
      object: id === null ? null : `breach_id=${id}`,
      origin,
    }
  }

  /** Finds the account that was misused, by its document. Throws 400 if no member of staff has it. */
  async function actorOf(document: string | null): Promise<number | null> {
    if (!document) return null
    const id =
      (await breachesSql.staff(db, cleanRun(document))) ?? (await breachesSql.staff(db, cleanCode(document)))
    if (id === null)
      throw new ApiError('invalid', {
        param: 'actor_document',
        msg: 'No hay una cuenta del personal con ese documento',
      })
    return id
  }

  return {
    list: async (actor: Actor, { page, limit }: Paging, origin: Origin) => {
      await audit.record(entry(actor, 'breaches.list', null, origin))
      const rows = await breachesSql.page(db, limit, (page - 1) * limit)
      const breaches = await Promise.all(rows.map(present))
      return {
        breaches,
        ...pageOf({ rows, total: await breachesSql.count(db), more: false }, { page, limit }),
      }
    },

    one: async (actor: Actor, id: number, origin: Origin) => {
      await audit.record(entry(actor, 'breaches.read', id, origin))
      return present(await found(id))
    },

    create: async (actor: Actor, draft: Draft, origin: Origin) => {
      const { actor_document, ip, seen_from, seen_before, ...fields } = draft
      if (!actor_document && !ip && !(seen_from && seen_before))
        throw new ApiError('invalid', {
          param: 'actor_document',
          msg: 'Indica una cuenta del personal, una dirección IP o un período',
        })
      if (seen_from && seen_before && seen_from >= seen_before)
        throw new ApiError('invalid', { param: 'seen_from', msg: 'El inicio debe ser anterior al término' })
      const scope = {
        actor_id: await actorOf(actor_document),
        ip: ip || null,
        seen_from: seen_from === null ? null : new Date(seen_from),
        seen_before: seen_before === null ? null : new Date(seen_before),
      }
      const id = await db.transaction(async (tx) => {
        const made = await breachesSql.insert(tx, actor.id, moments(fields), scope, clock.now())
        await audit.add(tx, entry(actor, 'breaches.create', made, origin))
        return made
      })
      return present(await found(id))
    },

    edit: async (actor: Actor, id: number, fields: Edit, origin: Origin) => {
      await db.transaction(async (tx) => {
        if (!(await breachesSql.edit(tx, id, moments(fields), clock.now()))) throw new ApiError('notFound')
        await audit.add(tx, entry(actor, 'breaches.edit', id, origin))
      })
      return present(await found(id))
    },

    people: async (actor: Actor, id: number, { page, limit }: Paging, origin: Origin) => {
      const row = await found(id)
      const looked = await searchScope(row)
      const rows = await breachesSql.people(db, row, looked, {
        reserveBirth: reserveBirth(),
        now: clock.now(),
        limit,
        offset: (page - 1) * limit,
      })
      await audit.record(entry(actor, 'breaches.people', id, origin))
      const total = await breachesSql.countPeople(db, row, looked)
      return { people: rows.map(presentPerson), ...pageOf({ rows, total, more: false }, { page, limit }) }
    },

    export: async (actor: Actor, id: number, origin: Origin) => {
      const row = await found(id)
      const lines: string[][] = []
      for await (const rows of readPeople(db, row, await searchScope(row)))
        for (const one of rows.map(presentPerson))
          lines.push([
            one.name,
            one.document,
            one.seen.map(({ what, times }) => `${what} (${times})`).join('; '),
            one.first_at,
            one.last_at,
            one.mails > 0 ? 'Correo' : 'Carta',
          ])
      await audit.record(entry(actor, 'breaches.export', id, origin))
      const head = ['Persona', 'Documento', 'Qué se vio', 'Primera vez', 'Última vez', 'Aviso']
      return {
        name: `incidente-${id}-${dayOf(clock.now())}.csv`,
        csv: writeCsv([head, ...lines]),
        rows: lines.length,
      }
    },

    /** Sends the letters. Of two concurrent calls one sends them; the other throws that they were sent. */
    send: async (actor: Actor, id: number, origin: Origin) => {
      const row = await found(id)
      const { looked } = await searchScope(row)
      const now = clock.now()
      const sent = await db.transaction(async (tx) => {
        if (!(await breachesSql.sent(tx, id, actor.id, now))) throw new ApiError('lettersSent')
        let mailed = 0
        let by_post = 0
        for await (const rows of readPeople(tx, row, { until: now, looked })) {
          await breachesSql.storeMails(tx, id, rows)
          await write(tx, row, rows)
          const reached = rows.filter(({ mailboxes }) => mailboxes.length > 0).length
          mailed += reached
          by_post += rows.length - reached
        }
        await audit.add(tx, { ...entry(actor, 'breaches.send', id, origin), detail: { mailed, by_post } })
        return { mailed, by_post }
      })
      mail.trigger()
      return sent
    },

    /** Returns all letters in one document, each with the name of its addressee. */
    letters: async (
      actor: Actor,
      id: number,
      origin: Origin,
    ): Promise<{ name: string; content: Readable }> => {
      const row = await found(id)
      const looked = await searchScope(row)
      if ((await breachesSql.countPeople(db, row, looked)) > maxPrintedMails)
        throw new ApiError('invalid', {
          param: 'id',
          msg: 'Son más de 10.000 cartas. Prepáralas por partes a partir de la lista en CSV',
        })
      const sections: { title: string; none: string; lines: { lead: string; text: string }[] }[] = []
      for await (const rows of readPeople(db, row, looked))
        for (const one of rows)
          sections.push({
            title: `Carta a ${nameOf(one)}, ${showDocument(one.document_type_id, one.document_number)}`,
            none: '',
            lines: [
              {
                lead: '',
                text: `${branding.brand} le informa de un incidente de seguridad que afecta sus datos personales. Lo conocimos el ${showDay(dayOf(row.known_at))}.`,
              },
              { lead: 'Qué ocurrió', text: row.nature },
              { lead: 'Qué efectos puede tener', text: row.effects },
              { lead: 'Qué hicimos', text: row.measures },
              {
                lead: 'Qué datos suyos se vieron o cambiaron',
                text: one.seen
                  .map(([action, times]) => `${describeForPatient(action)} (${times})`)
                  .join('; '),
              },
              { lead: 'Dudas', text: `${branding.supportEmail}, ${branding.supportPhone}` },
            ],
          })
      await audit.record(entry(actor, 'breaches.letters', id, origin))
      const { recordPdf } = await import('../../platform/pdf/record-pdf.ts')
      return {
        name: `cartas-incidente-${id}.pdf`,
        content: recordPdf({
          title: `Cartas por el incidente ${id}`,
          author: branding.brand,
          letterhead: await dependencies.readLetterhead(),
          madeAt: clock.now(),
          notes: [],
          sections,
        }),
      }
    },
  }
}

export type BreachesService = ReturnType<typeof createBreachesService>
