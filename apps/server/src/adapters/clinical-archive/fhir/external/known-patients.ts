import type { Platform } from '../../../../platform/composition/platform.ts'
import { createReadCache } from '../../../../platform/external/read-cache.ts'
import * as fhirArchiveSql from '../fhir-archive.sql.ts'
import type { createFhirClient } from '../fhir-client.ts'
import { findPatient, type PatientRecord } from '../patients.ts'
import type { Patient } from '../record/resource-reader.ts'

const severalRecords =
  'La clínica tiene más de una ficha con este documento, y aquí pueden faltar horas y exámenes. Llámala para que las una.'
const unreadableExams = 'Hay exámenes que no pudimos mostrar aquí. Pídelos a la clínica.'

type KnownPatientsDependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  readonly client: ReturnType<typeof createFhirClient>
  readonly runSystem: string | undefined
}

export function createKnownPatients({ client, runSystem, db, clock, logger }: KnownPatientsDependencies) {
  const patients = createReadCache<PatientRecord>(120, clock)

  async function findRecord(id: number): Promise<PatientRecord> {
    const [person] = await db.run(fhirArchiveSql.document, { id })
    if (person === undefined) return { kind: 'none' }
    const { document_type_id: kind, document_number: number, country_codes } = person
    return patients.get(`${id} ${kind} ${number} ${country_codes.join(' ')}`, async () => {
      const read = await findPatient(client, kind, number, runSystem, country_codes)
      if (read.kind === 'several')
        logger.warn(
          { resource: read.sources.map((one) => `Patient/${one}`) },
          'clinical archive: several records have the document of one patient, and none is shown',
        )
      return read
    })
  }

  async function findPatientOnServer(id: number): Promise<Patient | null> {
    const found = await findRecord(id)
    return found.kind === 'one' ? { id, source: found.source } : null
  }

  async function hasSeveralRecords(id: number): Promise<boolean> {
    return (await findRecord(id)).kind === 'several'
  }

  async function describeGaps(patientId: number, unreadable = 0): Promise<{ readonly notice?: string }> {
    if (await hasSeveralRecords(patientId)) return { notice: severalRecords }
    return unreadable > 0 ? { notice: unreadableExams } : {}
  }

  return { findPatientOnServer, hasSeveralRecords, describeGaps }
}

export type KnownPatients = ReturnType<typeof createKnownPatients>
