/** Creates the requested copies of personal data, one at a time on each server. */

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Branding } from '../../platform/mail-layout.ts'
import type { ReadLetterhead } from '../../ports/clinic.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { recheckAccess } from '../family/patient-access.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { findPerson } from '../people/people.service.ts'
import { ownFile, storeFiles } from '../uploads/store-files.ts'
import { bundleChunks } from './bundle.service.ts'
import { copyReady } from './exports.mails.ts'
import { exportLimits } from './exports.rules.ts'
import type { ExportRow } from './exports.sql.ts'
import * as exportsSql from './exports.sql.ts'
import { printed } from './printed.rules.ts'
import { readRecord } from './record.service.ts'
import type { RecordStore } from './record.store.ts'

type ExportFilesDependencies = {
  readonly db: Database
  readonly records: RecordStore
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly fileRecords: FileRecords

  readonly ctx: Context
  readonly notifications: Pick<NotificationsService, 'notify'>
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  /** Returns the label of an audit action for the patient. */
  readonly labelOfAction: (action: string) => string
  readonly branding: Pick<Branding, 'product' | 'brand' | 'publicUrl'>
  readonly readLetterhead: ReadLetterhead
  /** Hours during which a copy can be downloaded. */
  readonly retentionHours: number
}

const hour = 60 * 60_000
/** Milliseconds after which a worker without a sign of life is considered dead. */
const leaseMs = 120_000

export function createExportFilesService(dependencies: ExportFilesDependencies) {
  const { db, files, fileRecords, ctx, notifications } = dependencies
  const { mail, audit, clock, branding, readLetterhead, retentionHours } = dependencies

  /**
   * Creates the two files and notifies the requester. Returns false if the requester may no longer get this copy: they or
   * the patient closed the account, they lost the access, or the copy would contain what is reserved by now.
   */
  async function make(row: ExportRow): Promise<boolean> {
    const [requester, patient] = await Promise.all([
      findPerson(ctx, row.requester_id),
      recheckAccess(ctx, row.requester_id, row.patient_id, 'whole'),
    ])
    if (requester === null || requester.deleted_at !== null || patient === null) return false
    if (patient.withoutReserved && !row.without_reserved) return false
    const at = clock.now()
    const record = await readRecord(dependencies, {
      requesterId: row.requester_id,
      requesterDocument: requester.document_type_id,
      reading: { patientId: row.patient_id, withoutReserved: row.without_reserved },
      at,
    })
    if (record === null) return false
    const baseUrl = `${branding.publicUrl}/api/fhir/R4`
    const fhirBase = { baseUrl, brand: branding.brand }
    const name = `datos-${dayOf(at)}`
    const { recordPdf } = await import('../../platform/pdf/record-pdf.ts')
    const letterhead = await readLetterhead()
    await storeFiles(
      ctx,
      [
        () => recordPdf({ ...printed(record, branding), letterhead }),
        () => Readable.from(bundleChunks(record, fhirBase, branding.publicUrl, randomUUID(), files)),
      ],
      async ([pdf, bundle]) => {
        if (!pdf || !bundle) throw new Error('exports: the PDF or the bundle was not written')
        const expires = new Date(clock.now().getTime() + retentionHours * hour)
        await db.transaction(async (tx) => {
          const own = (file: typeof pdf, media_type: string, extension: string) =>
            ownFile(ctx, tx, {
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
          // Rolls back, which also removes the files, if another server took over the copy.
          if (!(await exportsSql.finish(tx, row, made)))
            throw new Error('exports: another server claimed the export meanwhile')
          await fileRecords.setExpiry(tx, [made.pdf, made.bundle], expires)
          const isOwn = row.patient_id === row.requester_id
          await notifications.notify(tx, {
            person_id: row.requester_id,
            type: 'personal_data',
            text: isOwn
              ? 'La copia de tus datos está lista. Descárgala desde Mis datos personales'
              : `La copia de los datos de ${record.person.first_name} está lista. Descárgala desde Mis datos personales`,
            about: { patient_id: row.patient_id, reserved_group: null },
          })
          if (requester.email !== null)
            await mail.queue(tx, copyReady, {
              recipient: requester.email,
              person_id: requester.id,
              data: {
                first_name: requester.greeting_name,
                patient_name: isOwn ? null : record.person.first_name,
                hours: retentionHours,
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
    mail.trigger()
    return true
  }

  return {
    /**
     * Creates the copy that has waited longest; returns false if none waits. A failed copy is tried again, three
     * times in all.
     */
    makeNext: async (): Promise<boolean> => {
      const fromNow = () => new Date(clock.now().getTime() + leaseMs)
      const row = await exportsSql.claim(db, clock.now(), fromNow())
      if (row === null) return false
      const heartbeat = setInterval(() => exportsSql.renew(db, row, fromNow()).catch(() => {}), leaseMs / 4)
      try {
        if (!(await make(row))) await exportsSql.giveUp(db, row, 'failed', clock.now())
      } catch (error) {
        const state = row.attempts >= exportLimits.attempts ? 'failed' : 'waiting'
        await exportsSql.giveUp(db, row, state, clock.now())
        throw error
      } finally {
        clearInterval(heartbeat)
      }
      return true
    },
  }
}
