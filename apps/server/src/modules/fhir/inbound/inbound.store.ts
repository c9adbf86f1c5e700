import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** The sender's own name of something. */
type SourceKey = { readonly type: string; readonly system: string; readonly value: string }
type Document = { readonly document_type_id: 1 | 2; readonly document_number: string }

export type Source = SourceKey & {
  readonly id: number
  readonly patient_id: number | null
  readonly target_id: number | null
  readonly position: number | null
  readonly told_state: string | null
  readonly digest: Uint8Array | null
  readonly version: number
}

const columns =
  'id, type, system, value, patient_id, target_id, position::int as position, told_state, digest, version'

const claim = statement<never>(
  'inbound.claim',
  `insert into fhir_sources (type, system, value, account_id, updated_at)
   select t.type, t.system, t.value, $4::int, $5::timestamptz
   from unnest($1::text[], $2::text[], $3::text[]) t (type, system, value) order by 1, 2, 3
   on conflict (type, system, value) do nothing`,
)
const locked = statement<Source>(
  'inbound.locked',
  `select ${columns} from fhir_sources where (type, system, value) in
     (select * from unnest($1::text[], $2::text[], $3::text[]))
   order by type, system, value for update`,
)
const known = statement<Source>(
  'inbound.known',
  `select ${columns} from fhir_sources where type = $1 and system = $2 and value = $3 and version > 0`,
)
const settle = statement<never>(
  'inbound.settle',
  `update fhir_sources set patient_id = $2, target_id = $3, position = $4::smallint, told_state = $5, digest = $6,
     version = version + 1, account_id = $7, updated_at = $8::timestamptz where id = $1`,
)
const person = statement<{ id: number; rol: string; without_account: boolean }>(
  'inbound.person',
  `select id, rol, without_account from people where document_type_id = $1 and document_number = $2`,
)
const patientById = statement<{ id: number }>(
  'inbound.patientById',
  `select id from people where id = $1 and rol = 'STANDART_ROLE'`,
)
const addPerson = statement<{ id: number }>(
  'inbound.addPerson',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth, gender_id, rol,
     status, without_account, date_creation, updated_at)
   values ($1, $2, $3, $4, $5, $6::date, (select id from genders where id = $7::int), 'STANDART_ROLE', 2, true, $8::timestamptz, $8::timestamptz)
   on conflict (document_type_id, document_number) do nothing returning id`,
)
const changePerson = statement<never>(
  'inbound.changePerson',
  `update people set first_name = $2, last_name = $3, second_name = $4, date_birth = $5::date,
     gender_id = (select id from genders where id = $6::int),
     updated_at = $7::timestamptz where id = $1 and without_account`,
)
const office = statement<{ id: number; name: string }>(
  'inbound.office',
  'select id, name from offices where office_id = $1 or name = $1',
)
const specialties = statement<{ code: number; name: string; reserved_group: string | null }>(
  'inbound.specialties',
  'select code, name, reserved_group from specialties',
)
const hourState = statement<{ state: string; patient_id: number }>(
  'inbound.hourState',
  'select state, patient_id from appointments where id = $1 for update',
)
const addHour = statement<{ id: number }>(
  'inbound.addHour',
  `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
     place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, cancelled_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz, $13, $14,
     case when $14::text = 'cancelled' then $15::timestamptz end, $15::timestamptz) returning id`,
)
const changeHour = statement<never>(
  'inbound.changeHour',
  `update appointments set rut_professional = $2, doctor_name = $3, specialty_code = $4, specialty = $5, sub_context = $6,
     office_id = $7, place_care = $8, place_detail = $9, modality = $10, starts_at = $11::timestamptz,
     ends_at = $12::timestamptz, reserved_group = $13, state = $14,
     cancelled_at = case when $14::text = 'cancelled' then coalesce(cancelled_at, $15::timestamptz) end,
     ical_sequence = ical_sequence + 1 where id = $1`,
)
const addExam = statement<{ id: number }>(
  'inbound.addExam',
  `insert into exams (patient_id, attention_number, type, type_exam, doctor_solicite, type_patient, taken_at,
     reserved_group, shown, created_at, announced_at)
   values ($1, $2, $3, $4, $5, 'Ambulatorio', $6::timestamptz, $7, $8, $9::timestamptz, null) returning id`,
)
const changeExam = statement<never>(
  'inbound.changeExam',
  `update exams set attention_number = $2, type = $3, type_exam = $4, doctor_solicite = $5, taken_at = $6::timestamptz,
     reserved_group = $7, shown = $8 where id = $1`,
)
const dropResults = statement<never>('inbound.dropResults', 'delete from exam_results where exam_id = $1')
const forgetResults = statement<never>(
  'inbound.forgetResults',
  `update fhir_sources set target_id = null, position = null, digest = null
   where type = 'Observation' and target_id = $1 and not (id = any($2::int[]))`,
)
const addResults = statement<never>(
  'inbound.addResults',
  `insert into exam_results (exam_id, position, patient_id, taken_at, code, name, loinc, value, text, unit, ucum, decimals,
     low, high, reference_text, reserved_group, shown)
   select $1, r.position, $2, $3::timestamptz, r.code, r.name, r.loinc, r.value, r.text, r.unit, r.ucum, r.decimals, r.low,
     r.high, r.reference_text, r.reserved_group, r.shown
   from json_populate_recordset(null::exam_results, $4::json) r`,
)
const holdsUnshown = statement<{ one: number }>(
  'inbound.holdsUnshown',
  'select 1 as one from exam_results where exam_id = $1 and not shown limit 1',
)
const examPatient = statement<{ patient_id: number }>(
  'inbound.examPatient',
  'select patient_id from exams where id = $1 for update',
)
const announceFile = statement<never>(
  'inbound.announceFile',
  'insert into unfinished_files (key, created_at) values ($1, $2::timestamptz)',
)
const claimFile = statement<{ key: string }>(
  'inbound.claimFile',
  'delete from unfinished_files where key = $1 returning key',
)
const addFile = statement<{ id: number }>(
  'inbound.addFile',
  `insert into files (key, purpose, media_type, bytes, sha256, name, created_at)
   values ($1, 'exam', 'application/pdf', $2, $3, $4, $5::timestamptz) returning id`,
)
const dropPaper = statement<never>(
  'inbound.dropPaper',
  `with old as (select file_id from exams where id = $1), freed as (update exams set file_id = null where id = $1)
   update files set delete_after = $2::timestamptz from old where files.id = old.file_id`,
)
const setPaper = statement<never>('inbound.setPaper', 'update exams set file_id = $2 where id = $1')

type HourRow = {
  readonly rut_professional: string
  readonly doctor_name: string
  readonly specialty_code: number
  readonly specialty: string
  readonly sub_context: string
  readonly office_id: number
  readonly place_care: string
  readonly place_detail: string
  readonly modality: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly reserved_group: string | null
  readonly state: string
}
type ExamRow = {
  readonly attention_number: string
  readonly type: string
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
  readonly reserved_group: string | null
  readonly shown: boolean
}
type NewPerson = {
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
  readonly gender_id: number | null
}
export type StoredFile = {
  readonly key: string
  readonly name: string
  readonly bytes: number
  readonly sha256: Uint8Array
}

function hourValues(row: HourRow, now: Date) {
  return [
    row.rut_professional,
    row.doctor_name,
    row.specialty_code,
    row.specialty,
    row.sub_context,
    row.office_id,
    row.place_care,
    row.place_detail,
    row.modality,
    row.starts_at,
    row.ends_at,
    row.reserved_group,
    row.state,
    now,
  ]
}
const examValues = (row: ExamRow) => [
  row.attention_number,
  row.type,
  row.type_exam,
  row.doctor_solicite,
  row.taken_at,
  row.reserved_group,
  row.shown,
]
const personValues = (row: NewPerson) => [
  row.first_name,
  row.last_name,
  row.second_name,
  row.date_birth,
  row.gender_id,
]

function idIn(rows: readonly { id: number }[]): number {
  const [row] = rows
  if (row === undefined) throw new Error('inbound: no row was made')
  return row.id
}

export function inboundStore(db: Database) {
  return {
    /** The names of a transaction, held until it ends: of two at once with a name in common the second waits. */
    lock: async (
      tx: Queries,
      keys: readonly SourceKey[],
      accountId: number,
      now: Date,
    ): Promise<Source[]> => {
      const parts = [
        keys.map(({ type }) => type),
        keys.map(({ system }) => system),
        keys.map(({ value }) => value),
      ]
      await tx.run(claim, [...parts, accountId, now])
      return tx.run(locked, parts)
    },
    known: async (tx: Queries, { type, system, value }: SourceKey) =>
      (await tx.run(known, [type, system, value]))[0] ?? null,
    settle: async (
      tx: Queries,
      id: number,
      told: {
        patient_id: number
        target_id: number
        position?: number
        told_state?: string
        digest: Uint8Array
      },
      accountId: number,
      now: Date,
    ) => {
      const { patient_id, target_id, position, told_state, digest } = told
      await tx.run(settle, [
        id,
        patient_id,
        target_id,
        position ?? null,
        told_state ?? null,
        digest,
        accountId,
        now,
      ])
    },
    person: async (tx: Queries, { document_type_id, document_number }: Document) =>
      (await tx.run(person, [document_type_id, document_number]))[0] ?? null,
    isPatient: async (tx: Queries, id: number) => (await tx.run(patientById, [id])).length > 0,
    /** Null where somebody with that document came meanwhile. */
    addPerson: async (
      tx: Queries,
      { document_type_id, document_number }: Document,
      row: NewPerson,
      now: Date,
    ) =>
      (await tx.run(addPerson, [document_type_id, document_number, ...personValues(row), now]))[0]?.id ??
      null,
    changePerson: async (tx: Queries, id: number, row: NewPerson, now: Date) => {
      await tx.run(changePerson, [id, ...personValues(row), now])
    },
    office: async (tx: Queries, name: string) => (await tx.run(office, [name]))[0] ?? null,
    specialties: (tx: Queries) => tx.run(specialties, []),
    hour: async (tx: Queries, id: number) => (await tx.run(hourState, [id]))[0] ?? null,
    addHour: async (tx: Queries, patientId: number, row: HourRow, now: Date) =>
      idIn(await tx.run(addHour, [patientId, ...hourValues(row, now)])),
    changeHour: async (tx: Queries, id: number, row: HourRow, now: Date) => {
      await tx.run(changeHour, [id, ...hourValues(row, now)])
    },
    addExam: async (tx: Queries, patientId: number, row: ExamRow, now: Date) =>
      idIn(await tx.run(addExam, [patientId, ...examValues(row), now])),
    changeExam: async (tx: Queries, id: number, row: ExamRow) => {
      await tx.run(changeExam, [id, ...examValues(row)])
    },
    /** In place of what the exam held; `kept` are the sources that still are its results. */
    replaceResults: async (
      tx: Queries,
      exam: { id: number; patientId: number; takenAt: Date },
      rows: readonly object[],
      kept: readonly number[],
    ) => {
      await tx.run(dropResults, [exam.id])
      await tx.run(forgetResults, [exam.id, kept])
      await tx.run(addResults, [exam.id, exam.patientId, exam.takenAt, JSON.stringify(rows)])
    },
    holdsUnshown: async (tx: Queries, examId: number) => (await tx.run(holdsUnshown, [examId])).length > 0,
    examPatient: async (tx: Queries, examId: number) =>
      (await tx.run(examPatient, [examId]))[0]?.patient_id ?? null,
    announceFile: async (key: string, now: Date) => {
      await db.run(announceFile, [key, now])
    },
    /** Hangs a stored paper on an exam in place of the one before. */
    setPaper: async (tx: Queries, examId: number, file: StoredFile, now: Date): Promise<number> => {
      if ((await tx.run(claimFile, [file.key])).length === 0) throw new Error('inbound: the bytes are gone')
      await tx.run(dropPaper, [examId, now])
      const id = idIn(await tx.run(addFile, [file.key, file.bytes, file.sha256, file.name, now]))
      await tx.run(setPaper, [examId, id])
      return id
    },
    dropPaper: async (tx: Queries, examId: number, now: Date) => {
      await tx.run(dropPaper, [examId, now])
    },
  }
}

export type InboundStore = ReturnType<typeof inboundStore>
