/**
 * Copies of everything the portal holds of a person. Whoever asks is answered at once; a job makes the copy, as far as
 * the one who asked may see it then, and it is taken, each file once, by the same person with a living session.
 */
import { randomUUID } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import type { Copy, CopyKind } from '@mi-portal/contract/exports'
import { Failure } from '@mi-portal/contract/failure'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Reach } from '../family/reach.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { bundleChunks } from './bundle.service.ts'
import { copyReady } from './exports.mails.ts'
import { exportLimits, filesLeft, stateTold } from './exports.rules.ts'
import type { ExportRow, ExportsStore, ListedExport } from './exports.store.ts'
import { printed } from './printed.rules.ts'
import { readRecord } from './record.service.ts'

type ExportsParts = {
  readonly db: Database
  readonly store: ExportsStore
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly uploads: UploadsService
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: Pick<NotificationsService, 'notify'>
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** An action of the audit trail in the words in which its patient reads it. */
  readonly tellAction: (action: string) => string
  readonly house: { readonly product: string; readonly brand: string; readonly publicUrl: string }
  /** Hours for which a copy can be taken. */
  readonly keptHours: number
  /** Says that a copy waits to be made. */
  readonly nudge: () => void
}

const hour = 3_600_000
/** Milliseconds after which whoever made a copy is taken for dead. */
const lease = 120_000

export function exportsService(parts: ExportsParts) {
  const { db, store, files, uploads, reach, people, audit, clock, house, keptHours } = parts

  function present(row: ListedExport): Copy {
    const now = clock.now()
    return {
      id: row.id,
      patient_id: row.patient_id,
      patient_full_name: row.patient_full_name,
      is_own: row.patient_id === row.requester_id,
      state: stateTold(row, now),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      files: filesLeft(row, now),
    }
  }

  async function found(id: number, requesterId: number): Promise<ListedExport> {
    const row = await store.one(id, requesterId)
    if (row === null) throw new Failure('notFound')
    return row
  }

  /** Makes the two files, and tells whoever asked; false where they may not see the patient any more. */
  async function make(row: ExportRow): Promise<boolean> {
    const [requester, patient] = await Promise.all([
      people.byId(row.requester_id),
      reach.still(row.requester_id, row.patient_id),
    ])
    if (requester === null || requester.deleted_at !== null || patient === null) return false
    if (patient.withoutReserved && !row.without_reserved) return false
    const at = clock.now()
    const record = await readRecord(parts, {
      requesterId: row.requester_id,
      requesterDocument: requester.document_type_id,
      reading: { patientId: row.patient_id, withoutReserved: row.without_reserved },
      at,
    })
    if (record === null) return false
    const baseUrl = `${house.publicUrl}/api/fhir/R4`
    const fhirHouse = { baseUrl, brand: house.brand }
    const name = `datos-${dayOf(at)}`
    const { recordPdf } = await import('../../platform/record-pdf.ts')
    await uploads.storing(
      [
        () => recordPdf(printed(record, house)),
        () => Readable.from(bundleChunks(record, fhirHouse, house.publicUrl, randomUUID(), files)),
      ],
      async ([pdf, bundle]) => {
        if (!pdf || !bundle) throw new Error('exports: a file is missing')
        const expires = new Date(clock.now().getTime() + keptHours * hour)
        await db.transaction(async (tx) => {
          const own = (file: typeof pdf, media_type: string, extension: string) =>
            uploads.own(tx, {
              ...file,
              purpose: 'export',
              media_type,
              name: `${name}.${extension}`,
              encrypted: null,
            })
          const made = {
            now: clock.now(),
            expires,
            pdf: await own(pdf, 'application/pdf', 'pdf'),
            bundle: await own(bundle, 'application/fhir+json', 'fhir.json'),
          }
          // Rolls back, and the files go with it, where another server took the copy over.
          if (!(await store.finish(tx, row, made))) throw new Error('exports: the claim was lost')
          const isOwn = row.patient_id === row.requester_id
          await parts.notifications.notify(tx, {
            person_id: row.requester_id,
            type: 'personal_data',
            text: isOwn
              ? 'La copia de tus datos está lista. Descárgala desde Mis datos personales'
              : `La copia de los datos de ${record.person.first_name} está lista. Descárgala desde Mis datos personales`,
            about: { patient_id: row.patient_id, reserved_group: null },
          })
          if (requester.email !== null)
            await parts.mail.queue(tx, copyReady, {
              recipient: requester.email,
              person_id: requester.id,
              data: {
                first_name: requester.first_name,
                patient_name: isOwn ? null : record.person.first_name,
                hours: keptHours,
              },
            })
          await audit.add(tx, {
            actorId: row.requester_id,
            actorRole: 'system',
            action: 'exports.make',
            patientId: row.patient_id,
            object: `export_id=${row.id}`,
            origin: null,
          })
        })
      },
    )
    parts.mail.nudge()
    return true
  }

  return {
    ask: async (actor: Actor, patient: ReachablePatientId): Promise<Copy> => {
      await uploads.admit(0)
      const id = await db.transaction(async (tx) => {
        await store.lockQueue(tx)
        if ((await store.waiting(tx)) >= exportLimits.queue)
          throw new Failure('unavailable', { retryAfter: 60 })
        const made = await store.insert(tx, actor.id, patient.id, patient.withoutReserved, clock.now())
        if (made === null) throw new Failure('exportUnderWay')
        return made
      })
      parts.nudge()
      return present(await found(id, actor.id))
    },

    list: async (actor: Actor): Promise<Copy[]> => {
      const rows = await store.list(actor.id)
      const seen: ListedExport[] = []
      for (const row of rows) if ((await reach.still(actor.id, row.patient_id)) !== null) seen.push(row)
      return seen.map(present)
    },

    /** A file's bytes, for once. A transfer that breaks off counts as none. */
    take: async (actor: Actor, id: number, kind: CopyKind, origin: Origin) => {
      const row = await found(id, actor.id)
      const sight = await reach.still(actor.id, row.patient_id)
      // What was whole when it was made may hold more than a guardian may see by now.
      const mayTake = sight !== null && (row.without_reserved || !sight.withoutReserved)
      const note = (outcome: 'done' | 'refused') =>
        audit.note({
          actorId: actor.id,
          actorRole: actor.id === row.patient_id ? actor.rol : 'guardian',
          action: 'exports.take',
          patientId: row.patient_id,
          object: `export_id=${id} ${kind}`,
          outcome,
          origin,
        })
      if (!mayTake) {
        await note('refused')
        throw new Failure('notFound')
      }
      const file = await store.take(kind, id, actor.id, clock.now())
      const content = file === null ? null : await files.read(file.key)
      if (file === null || content === null) throw new Failure('exportOver')
      await note('done')
      return { ...file, content: content.pipe(untilTaken(kind, id, file.id, file.bytes)) }
    },

    /**
     * Makes the copy that has waited longest; false where none waits. One that could not be made is tried again, three
     * times in all.
     */
    makeNext: async (): Promise<boolean> => {
      const inFuture = () => new Date(clock.now().getTime() + lease)
      const row = await store.claim(clock.now(), inFuture())
      if (row === null) return false
      const beat = setInterval(() => store.renew(row, inFuture()).catch(() => {}), lease / 4)
      try {
        if (!(await make(row))) await store.giveUp(row, 'failed', clock.now())
      } catch (error) {
        const state = row.attempts >= exportLimits.attempts ? 'failed' : 'waiting'
        await store.giveUp(row, state, clock.now())
        throw error
      } finally {
        clearInterval(beat)
      }
      return true
    },
  }

  /** Passes bytes on; once all of them have left the file goes, and when they have not it can be taken again. */
  function untilTaken(kind: CopyKind, id: number, fileId: number, bytes: number): Transform {
    let left = bytes
    return new Transform({
      transform: (chunk: Uint8Array, _encoding, done) => {
        left -= chunk.byteLength
        done(null, chunk)
      },
      destroy: (error, done) => {
        const settle =
          left <= 0 && error === null ? store.drop(fileId, clock.now()) : store.giveBack(kind, id)
        // Where the database is away the file goes with its time.
        settle.catch(() => {}).finally(() => done(error))
      },
    })
  }
}

export type ExportsService = ReturnType<typeof exportsService>
