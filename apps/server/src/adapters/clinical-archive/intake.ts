/** Puts a new result into the archive that the portal holds itself: its values, and the document that is made of them. */
import { createHash } from 'node:crypto'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'
import { type HandedMeasure, type HandedOver, handedOver } from './handed-over.ts'
import type { Site } from './letterhead.ts'

type IntakeParts = {
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
  /** The clinic's name, as printed on its paper. */
  readonly brand: string
  /** What the law reserves of a measure, by its code; null where nothing. */
  readonly reservedOf: (code: string) => Promise<string | null>
}

/** What became of a document: `known` was taken before and changed nothing. */
export type Taken =
  | { readonly outcome: 'added' | 'known'; readonly exam_id: number }
  | { readonly outcome: 'refused'; readonly because: string }

type Patient = {
  readonly id: number
  readonly document_type_id: 1 | 2
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
}

const patient = statement<Patient>(
  'intake.patient',
  `select id, document_type_id::int as document_type_id, document_number, first_name, last_name, second_name, date_birth
   from people where document_type_id = $1 and document_number = $2 and rol = 'STANDART_ROLE'`,
)
const office = statement<Site>(
  'intake.office',
  'select name, address, phone from offices where office_id = $1',
)
const known = statement<{ id: number; source_digest: Uint8Array | null }>(
  'intake.known',
  'select id, source_digest from exams where source_number = $1',
)
const announce = statement<never>(
  'intake.announce',
  'insert into unfinished_files (key, created_at) values ($1, $2::timestamptz)',
)
const claim = statement<{ key: string }>(
  'intake.claim',
  'delete from unfinished_files where key = $1 returning key',
)
const addFile = statement<{ id: number }>(
  'intake.addFile',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at)
   values ($1, 'exam', 'application/pdf', $2, $3, $4, $5::timestamptz) returning id`,
)
const addExam = statement<{ id: number }>(
  'intake.addExam',
  `insert into exams (attention_number, patient_id, type, panel_code, type_exam, doctor_solicite, type_patient, taken_at,
     reserved_group, shown, file_id, created_at, announced_at, source_number, source_digest)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9, $10, $11, $12::timestamptz, null, $13, $14)
   on conflict (source_number) do nothing returning id`,
)
const addResults = statement<never>(
  'intake.addResults',
  `insert into exam_results (exam_id, position, patient_id, taken_at, code, name, loinc, value, text, unit, ucum, decimals,
     low, high, reference_text, reserved_group, shown)
   select $1, r.position, $2, $3::timestamptz, r.code, r.name, r.loinc, r.value, r.text, r.unit, r.ucum, r.decimals, r.low,
     r.high, r.reference_text, r.reserved_group, r.shown
   from json_populate_recordset(null::exam_results, $4::json) r`,
)

type Measure = HandedMeasure & { readonly shown: boolean }

/** The same number was stored between the look and the insert: the transaction with its file is undone. */
class TakenMeanwhile extends Error {}

function refused(because: string): Taken {
  return { outcome: 'refused', because }
}

/** The same result whatever the order and spacing of its document. */
function digestOf(document: HandedOver): Uint8Array {
  const ordered = JSON.stringify(document, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(ordered).digest()
}

function fileName(document: HandedOver): string {
  const words = document.type_exam
    .normalize('NFD')
    .replace(/[^\w ]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/ +/g, '-')
  return `${words}-${document.attention_number.replace(/[^\w-]/g, '')}.pdf`
}

export function archiveIntake({ db, files, clock, brand, reservedOf }: IntakeParts) {
  async function measuresOf(document: HandedOver): Promise<readonly Measure[]> {
    if (document.type !== 'laboratory') return []
    return Promise.all(
      document.results.map(async (measure) => ({
        ...measure,
        reserved_group: measure.reserved_group ?? (await reservedOf(measure.code)),
        shown: !isNeverShown(measure.name),
      })),
    )
  }

  async function paperOf(document: HandedOver, person: Patient, site: Site, measures: readonly Measure[]) {
    const name = `${person.first_name} ${person.last_name} ${person.second_name}`.trim()
    const shown = showDocument(person.document_type_id, person.document_number)
    const { examPdf } = await import('./exam-pdf.ts')
    return examPdf({
      brand,
      site,
      patient: {
        name,
        document: `${person.document_type_id === 1 ? 'RUT' : 'Pasaporte'} ${shown}`,
        date_birth: person.date_birth,
      },
      type_exam: document.type_exam,
      attention_number: document.attention_number,
      doctor_solicite: document.doctor_solicite,
      type_patient: document.type_patient,
      taken_at: new Date(document.taken_at),
      reported_at: new Date(document.reported_at),
      content:
        document.type === 'laboratory'
          ? { kind: 'laboratory', specimen: document.specimen, measures }
          : { ...document, kind: 'imaging' },
    })
  }

  async function insert(
    tx: Queries,
    document: HandedOver,
    person: Patient,
    measures: readonly Measure[],
    digest: Uint8Array,
    file: { key: string; bytes: number; sha256: Uint8Array } | null,
  ): Promise<number> {
    const taken_at = new Date(document.taken_at)
    const groups = new Set(measures.map(({ reserved_group }) => reserved_group))
    // The whole exam is reserved where nothing in it is not.
    const whole = measures.length > 0 && !groups.has(null) ? ([...groups][0] ?? null) : null
    const name = fileName(document)
    let fileId: number | null = null
    if (file !== null) {
      if ((await tx.run(claim, [file.key])).length === 0) throw new Error('intake: the bytes are gone')
      const values = [file.key, file.bytes, file.sha256, name, clock.now()]
      fileId = (await tx.run(addFile, values))[0]?.id ?? null
    }
    const [exam] = await tx.run(addExam, [
      document.attention_number,
      person.id,
      document.type,
      document.panel_code,
      document.type_exam,
      document.doctor_solicite,
      document.type_patient,
      taken_at,
      document.reserved_group ?? whole,
      file !== null,
      fileId,
      clock.now(),
      document.number,
      digest,
    ])
    if (!exam) throw new TakenMeanwhile()
    const rows = measures.map((measure, index) => ({ ...measure, position: index + 1 }))
    await tx.run(addResults, [exam.id, person.id, taken_at, JSON.stringify(rows)])
    return exam.id
  }

  async function again(document: HandedOver, digest: Uint8Array): Promise<Taken | null> {
    const [before] = await db.run(known, [document.number])
    if (!before) return null
    return before.source_digest !== null && Buffer.from(before.source_digest).equals(digest)
      ? { outcome: 'known', exam_id: before.id }
      : refused(`number ${document.number} is another result's already`)
  }

  /** Writes the document of what may be shown, then the rows. The bytes of a try that fails go with the job that removes what nobody owns. */
  async function store(document: HandedOver, person: Patient, site: Site, digest: Uint8Array) {
    const measures = await measuresOf(document)
    const printed = measures.filter(({ shown }) => shown)
    const shown = !isNeverShown(document.type_exam) && (document.type === 'imaging' || printed.length > 0)
    if (!shown) return db.transaction((tx) => insert(tx, document, person, measures, digest, null))
    const key = newFileKey()
    // Noted first, so that a crash on the way leaves no bytes behind that nobody knows.
    await db.run(announce, [key, clock.now()])
    const written = await files.put(key, await paperOf(document, person, site, printed))
    return db.transaction((tx) => insert(tx, document, person, measures, digest, { key, ...written }))
  }

  /** What a readable document becomes. */
  async function take(document: HandedOver): Promise<Taken> {
    const digest = digestOf(document)
    const before = await again(document, digest)
    if (before) return before
    if (Date.parse(document.taken_at) > clock.now().getTime()) return refused('taken_at: lies in the future')
    const number = document.patient.document_number.replace(/[.\-\s]/g, '').toUpperCase()
    const [person] = await db.run(patient, [document.patient.document_type_id, number])
    if (!person) return refused('patient: nobody with that document has an account')
    const [site] = await db.run(office, [document.office_id])
    if (!site) return refused(`office_id: there is no site ${document.office_id}`)
    try {
      return { outcome: 'added', exam_id: await store(document, person, site, digest) }
    } catch (error) {
      const meanwhile = error instanceof TakenMeanwhile ? await again(document, digest) : null
      if (meanwhile === null) throw error
      return meanwhile
    }
  }

  return {
    /** Takes one document. A result that may not be shown is stored without a document of its own. */
    add: async (given: unknown): Promise<Taken> => {
      const read = z.safeParse(handedOver, given)
      if (read.success) return take(read.data)
      const [issue] = read.error.issues
      return refused(`${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'cannot be read'}`)
    },
  }
}
