import type { Platform } from '../../../../platform/composition/platform.ts'
import { statement } from '../../../../platform/database/statement.ts'
import { createReadCache } from '../../../../platform/external/read-cache.ts'
import type { createFhirClient } from '../fhir-client.ts'
import { findPatient, type PatientRecord } from '../patients.ts'
import type { Patient } from '../record/resource-reader.ts'

type StoredDocument = {
  readonly document_type_id: 1 | 2
  readonly document_number: string
  readonly country_codes: readonly string[]
}

const document = statement<StoredDocument, { id: number }>(
  'archive.document',
  `select p.document_type_id::int as document_type_id, p.document_number,
     array_remove(array[n.iso2, n.iso3, n.iso_num], null) as country_codes
   from people p left join nationalities n on n.iso2 = p.document_country where p.id = :id`,
)

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
    const [person] = await db.run(document, { id })
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
