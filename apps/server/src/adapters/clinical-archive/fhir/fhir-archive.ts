/**
 * A clinical archive on a FHIR R4 server, combined with the portal's own archive. The records of the portal (appointments booked
 * here, imported results) and those of the server are shown in the same lists. The patient of each resource is checked.
 */

import { Readable } from 'node:stream'
import { foldText } from '@mi-portal/contract/fields/accents'
import type { Platform } from '../../../platform/composition/platform.ts'
import type { ClinicalArchive, GetReservedGroup, PrivateItems } from '../../../ports/clinical-archive.ts'
import type { FileStore } from '../../../ports/files.ts'
import type { HeldResults } from '../held-results.ts'
import { ownPrivateItems } from '../private-exams.ts'
import { createExternalAppointments } from './external/appointments.ts'
import { createExternalCancellations } from './external/cancellations.ts'
import { createExternalExams, documentKeyPrefix } from './external/exams.ts'
import { createKnownPatients } from './external/known-patients.ts'
import { createPrivateAppointments } from './external/private-appointments.ts'
import { externalWatch } from './external/watch.ts'
import * as fhirArchiveSql from './fhir-archive.sql.ts'
import { type Credentials, createFhirClient, type RequestTimeouts } from './fhir-client.ts'
import { createUnreadableLog } from './included-resources.ts'
import { createNewResultsReader } from './new-results.ts'
import { createNumberRegister, isExternalId } from './numbers.ts'
import { type FhirRecord, fhirRecord } from './record/record.ts'
import type { Catalogue } from './reserved-data.ts'
import { createTargetReader } from './resource-fields.ts'

type FhirArchiveDependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  readonly url: string
  readonly credentials: Credentials
  /** The `identifier.system` of RUNs, for a clinic whose identifiers have no type. */
  readonly runSystem: string | undefined
  readonly documentOrigins: readonly string[]
  readonly files: FileStore
  readonly own: ClinicalArchive
  readonly unnamedPlace: () => string
  readonly getReservedGroup: GetReservedGroup
  readonly held: Pick<HeldResults, 'createJudge' | 'isInUse'>
  readonly findExamName: Catalogue['findExamName']
  readonly onSpecialtiesChange: (react: () => void) => void
  readonly timeouts?: RequestTimeouts
}

const batchTimeouts: RequestTimeouts = { attempt: 30_000, pause: 1_000, rest: 60_000 }

export function createFhirArchive(dependencies: FhirArchiveDependencies) {
  const { url, db, clock, logger, own, files, unnamedPlace } = dependencies
  const { credentials, documentOrigins, runSystem } = dependencies
  const lineParts = { url, credentials, clock, logger, documentOrigins }
  const client = createFhirClient({
    ...lineParts,
    ...(dependencies.timeouts === undefined ? {} : { timeouts: dependencies.timeouts }),
  })
  const readTarget = createTargetReader(url)
  const numbers = createNumberRegister(db, url)
  let specialties: Promise<ReadonlySet<string>> | undefined
  dependencies.onSpecialtiesChange(() => {
    specialties = undefined
  })

  const recordParts = {
    readTarget,
    logUnreadable: createUnreadableLog(logger),
    unnamedPlace,
    catalogue: {
      getReservedGroup: dependencies.getReservedGroup,
      findExamName: dependencies.findExamName,
      reservedSpecialties: () => {
        specialties ??= db
          .run(fhirArchiveSql.reservedSpecialties, {})
          .then((rows) => new Set(rows.flatMap(({ code, name }) => [String(code), foldText(name)])))
        return specialties
      },
    },
  }
  const record: FhirRecord = fhirRecord({ ...recordParts, client })

  const patients = createKnownPatients({ client, runSystem, db, clock, logger })
  const shared = { own, record, numbers, patients, clock }
  const findPrivate = createPrivateAppointments(db, numbers)
  const appointments = createExternalAppointments({ ...shared, findPrivate })
  const exams = createExternalExams({ ...shared, held: dependencies.held })
  const archive: ClinicalArchive = { ...appointments.archive, ...exams.archive }
  const { findAppointment } = appointments
  const { cancellationWith } = createExternalCancellations({
    client,
    numbers,
    findAppointment,
    clock,
    logger,
  })

  const papers: FileStore = {
    ...files,
    read: async (key) => {
      const [patientId, id, index] = key.startsWith(documentKeyPrefix)
        ? key.slice(documentKeyPrefix.length).split(':').map(Number)
        : []
      if (patientId === undefined || id === undefined || index === undefined) return files.read(key)
      const attachment = (await exams.findDocuments({ patientId, withoutReserved: false }, id))[index]
      const bytes = attachment === undefined ? null : await record.readBytes(attachment)
      return bytes && Readable.from([bytes])
    },
  }

  // Jobs use a separate client with longer timeouts, so that slow searches do not open the circuit breaker of readers.
  const patientLine = createFhirClient({ ...lineParts, timeouts: dependencies.timeouts ?? batchTimeouts })
  const watchedRecord = fhirRecord({ ...recordParts, client: patientLine })

  const watch = externalWatch(url, watchedRecord, patients, findPrivate)

  const resultsReader = createNewResultsReader({
    url,
    runSystem,
    client: patientLine,
    readTarget,
    db,
    clock,
    logger,
    findPatientOnServer: patients.findPatientOnServer,
    readExams: record.readReports,
    judgeResult: record.judgeResult,
    numberExams: (patientId, sources) => numbers.of('exam', patientId, sources),
    isForGuardian: async (patient, exam) => {
      const guardian = { patientId: patient.id, withoutReserved: true }
      return exams.mayKnow(guardian, patient, exam, await numbers.privateSources('exam', patient.id))
    },
  })

  const privateItems: PrivateItems = {
    setExam: async (tx, item, isPrivate, now) => {
      if (!isExternalId(item.id)) return ownPrivateItems.setExam(tx, item, isPrivate, now)
      return (await numbers.setPrivate(tx, 'exam', item, isPrivate, now)) ? 'stored' : 'absent'
    },
    setExternalAppointment: async (tx, item, isPrivate, now) =>
      (await numbers.setPrivate(tx, 'hour', item, isPrivate, now)) ? 'stored' : 'absent',
  }

  return { archive, cancellationWith, files: papers, resultsReader, watch, privateItems }
}
