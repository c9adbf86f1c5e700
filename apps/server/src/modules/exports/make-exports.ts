import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { createQueue, type Queue } from '../../platform/queue/queue.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { notify } from '../notifications/notify-person.ts'
import { findPerson } from '../people/read-people.ts'
import { ownFile, storeFiles } from '../uploads/store-files.ts'
import { collectRecord } from './collect-record.ts'
import { copyReady } from './exports.mails.ts'
import { exportLimits } from './exports.rules.ts'
import { claimExport, type ExportRow, finishExport, giveUpExport, renewClaim } from './exports.sql.ts'
import { printRecord } from './print-record.ts'
import { writeBundle } from './write-bundle.ts'

const hour = 60 * 60_000
/** Milliseconds after which a worker without a sign of life is considered dead. */
const leaseMs = 120_000

/**
 * Creates the two files and notifies the requester. Returns false if the requester may no longer get this copy: they or
 * the patient closed the account, they lost the access, or the copy would contain what is reserved by now.
 */
async function makeExport(ctx: Context, row: ExportRow): Promise<boolean> {
  const { db, clock, branding, mail, ports } = ctx
  const [requester, patient] = await Promise.all([
    findPerson(ctx, row.requester_id),
    recheckAccess(ctx, row.requester_id, row.patient_id, 'whole'),
  ])
  if (requester === null || requester.deleted_at !== null || patient === null) return false
  if (patient.withoutReserved && !row.without_reserved) return false
  const at = clock.now()
  const record = await collectRecord(ctx, {
    requesterId: row.requester_id,
    requesterDocument: requester.document_type_id,
    reading: { patientId: row.patient_id, withoutReserved: row.without_reserved },
    at,
  })
  if (record === null) return false
  const { first_name } = record.person
  const { publicUrl, brand } = branding
  const publisher = { baseUrl: `${publicUrl}/api/fhir/R4`, brand }
  const { recordPdf } = await import('../../platform/pdf/record-pdf.ts')
  const letterhead = await ctx.readLetterhead()
  await storeFiles(
    ctx,
    [
      () => recordPdf({ ...printRecord(record, branding), letterhead }),
      () => Readable.from(writeBundle(record, publisher, publicUrl, randomUUID(), ports.archiveFiles)),
    ],
    async ([pdf, bundle]) => {
      if (!pdf || !bundle) throw new Error('exports: the PDF or the bundle was not written')
      const { exportHours } = ctx.config.keep
      const expires_at = new Date(clock.now().getTime() + exportHours * hour)
      await db.transaction(async (tx) => {
        const own = (file: typeof pdf, media_type: string, extension: string) => {
          const name = `datos-${toDay(at)}.${extension}`
          return ownFile(ctx, tx, { ...file, purpose: 'export', media_type, name, encrypted: null })
        }
        const pdf_file_id = await own(pdf, 'application/pdf', 'pdf')
        const bundle_file_id = await own(bundle, 'application/fhir+json', 'fhir.json')
        const { id, claim } = row
        const made = { id, claim, now: clock.now(), expires_at, pdf_file_id, bundle_file_id }
        // Rolls back, which also removes the files, if another server took over the copy.
        if ((await findRow(tx, finishExport, made)) === null)
          throw new Error('exports: another server claimed the export meanwhile')
        await ctx.fileRecords.setExpiry(tx, [pdf_file_id, bundle_file_id], expires_at)
        const isOwn = row.patient_id === row.requester_id
        await notify(ctx, tx, {
          person_id: row.requester_id,
          type: 'personal_data',
          text: isOwn
            ? 'La copia de tus datos está lista. Descárgala desde Mis datos personales'
            : `La copia de los datos de ${first_name} está lista. Descárgala desde Mis datos personales`,
          about: { patient_id: row.patient_id, reserved_group: null },
        })
        if (requester.email !== null)
          await mail.queue(tx, copyReady, {
            recipient: requester.email,
            person_id: requester.id,
            data: {
              first_name: requester.greeting_name,
              patient_name: isOwn ? null : first_name,
              hours: exportHours,
            },
          })
        await ctx.auditLog.add(tx, {
          actorId: row.requester_id,
          actorRole: 'system',
          action: 'exports.make',
          patientId: row.patient_id,
          object: `export_id=${id}`,
          origin: null,
        })
      })
    },
  )
  return true
}

function createExportQueue(ctx: Context): Queue {
  const { db, clock, logger } = ctx
  const giveUp = ({ id, claim }: ExportRow, state: 'waiting' | 'failed') =>
    db.run(giveUpExport, { id, claim, state, now: clock.now() })
  return createQueue<ExportRow>({
    name: 'exports',
    clock,
    logger,
    timing: { lease: leaseMs, heartbeat: leaseMs / 4 },
    claim: (_limit, until) => db.run(claimExport, { now: clock.now(), until }),
    renew: ({ id, claim }, until) => db.run(renewClaim, { id, claim, until }),
    process: async (row) => {
      try {
        if (!(await makeExport(ctx, row))) await giveUp(row, 'failed')
      } catch (error) {
        await giveUp(row, row.attempts >= exportLimits.attempts ? 'failed' : 'waiting')
        throw error
      }
    },
  })
}

export const getExportQueue = (ctx: Context) => ctx.inMemory(createExportQueue)
