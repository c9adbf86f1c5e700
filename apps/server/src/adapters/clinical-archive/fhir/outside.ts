/**
 * A clinical archive on a FHIR R4 server, combined with the portal's own archive. The records of the portal (appointments booked
 * here, imported results) and those of the server are shown in the same lists. The patient of each resource is checked.
 */
import { Readable } from 'node:stream'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { ClinicalArchive, GetReservedGroup } from '../../../ports/clinical-archive.ts'
import type { FileStore } from '../../../ports/files.ts'
import { createUnreadableLog } from './beside.ts'
import { externalAppointments } from './external/appointments.ts'
import { externalCancellations } from './external/cancellations.ts'
import { documentKeyPrefix, externalExams } from './external/exams.ts'
import { knownPatients } from './external/known-patients.ts'
import { externalWatch } from './external/watch.ts'
import { archiveLine, type Credentials, type Patience } from './line.ts'
import { archiveNews } from './news.ts'
import { archiveNumbers } from './numbers.ts'
import { type FhirRecord, fhirRecord } from './record/record.ts'
import { type Catalogue, folded } from './reserve.ts'
import { createTargetReader } from './told-words.ts'

type OutsideParts = {
  readonly url: string
  readonly credentials: Credentials
  /** The `identifier.system` of RUNs, for a clinic whose identifiers have no type. */
  readonly runSystem: string | undefined
  readonly documentOrigins: readonly string[]
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
  readonly logger: Logger
  /** The portal's own archive. */
  readonly own: ClinicalArchive
  /** The place that is shown for an appointment without a place on the server. */
  readonly unnamedPlace: string
  readonly getReservedGroup: GetReservedGroup
  readonly examNameOf: Catalogue['examNameOf']
  readonly patience?: Patience
}

const reservedSpecialties = statement<{ code: number; name: string }>(
  'archive.reservedSpecialties',
  'select code, name from specialties where reserved_group is not null',
)

const unhurried: Patience = { attempt: 30_000, pause: 1_000, rest: 60_000 }

export function outsideArchive(parts: OutsideParts) {
  const { url, db, clock, logger, own, files, unnamedPlace } = parts
  const { credentials, documentOrigins, runSystem } = parts
  const lineParts = { url, credentials, clock, logger, documentOrigins }
  const line = archiveLine({
    ...lineParts,
    ...(parts.patience === undefined ? {} : { patience: parts.patience }),
  })
  const targetOf = createTargetReader(url)
  const numbers = archiveNumbers(db, url)
  let specialties: Promise<ReadonlySet<string>> | undefined

  const recordParts = {
    targetOf,
    noteUnreadable: createUnreadableLog(logger),
    unnamedPlace,
    catalogue: {
      getReservedGroup: parts.getReservedGroup,
      examNameOf: parts.examNameOf,
      reservedSpecialties: () => {
        specialties ??= db
          .run(reservedSpecialties, [])
          .then((rows) => new Set(rows.flatMap(({ code, name }) => [String(code), folded(name)])))
        return specialties
      },
    },
  }
  const record: FhirRecord = fhirRecord({ ...recordParts, line })

  const patients = knownPatients({ line, runSystem, db, clock, logger })
  const shared = { own, record, numbers, patients, clock }
  const appointments = externalAppointments(shared)
  const exams = externalExams(shared)
  const archive: ClinicalArchive = { ...appointments.archive, ...exams.archive }
  const { findAppointment } = appointments
  const { cancellingWith } = externalCancellations({ line, numbers, findAppointment, clock, logger })

  /** A file store that also reads documents from the server. Access was authorized before. */
  const papers: FileStore = {
    ...files,
    read: async (key) => {
      const [patientId, id, index] = key.startsWith(documentKeyPrefix)
        ? key.slice(documentKeyPrefix.length).split(':').map(Number)
        : []
      if (patientId === undefined || id === undefined || index === undefined) return files.read(key)
      const attachment = (await exams.findDocuments({ patientId, withoutReserved: false }, id))[index]
      const bytes = attachment === undefined ? null : await record.bytesOf(attachment)
      return bytes && Readable.from([bytes])
    },
  }

  // Jobs use a separate client with longer timeouts, so that slow searches do not open the circuit breaker of readers.
  const patientLine = archiveLine({ ...lineParts, patience: parts.patience ?? unhurried })
  const watchedRecord = fhirRecord({ ...recordParts, line: patientLine })

  const watch = externalWatch(url, watchedRecord, patients)

  const news = archiveNews({
    url,
    runSystem,
    line: patientLine,
    targetOf,
    db,
    clock,
    logger,
    patientOf: patients.findPatientOnServer,
    told: record.told,
    judgeResult: record.judgeResult,
    numberExams: (patientId, sources) => numbers.of('exam', patientId, sources),
    isForGuardian: (patient, exam) =>
      exams.isVisibleTo({ patientId: patient.id, withoutReserved: true }, patient, exam),
  })

  return { archive, cancellingWith, files: papers, news, watch }
}
