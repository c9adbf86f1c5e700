/** Builders of test data: they insert a row with the parent rows it needs, and plausible values by default. */
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { checkDigit } from '@mi-portal/contract/values/run'
import { insertRow, type TestDatabase } from './ask.ts'
import type {
  AdRow,
  AppointmentRow,
  ExamResultRow,
  ExamRow,
  FamilyLinkRow,
  FamilyRequestRow,
  FileRow,
  PersonRow,
} from './rows.ts'

export type PersonOverrides = Partial<PersonRow>

let counter = 0

/** Returns a run that no other person in the test has. */
export function buildRun(): string {
  counter += 1
  const body = String(5_000_000 + counter * 7)
  return `${body}${checkDigit(body)}`
}

/** Inserts a patient, by default an enabled adult with a verified e-mail address. */
export async function buildPerson(db: TestDatabase, overrides: PersonOverrides = {}) {
  const document_number = buildRun()
  const email = overrides.email === undefined ? `persona${counter}@ejemplo.cl` : overrides.email
  return insertRow<PersonRow>(db, 'people', {
    document_type_id: 1,
    document_number,
    first_name: 'Rosa Elena',
    last_name: 'Tapia',
    second_name: 'Lagos',
    date_birth: '1980-05-17',
    gender_id: null,
    email,
    email_verified_at: email === null ? null : new Date('2026-09-01T12:00:00Z'),
    rol: 'STANDART_ROLE',
    status: 1,
    // An account of staff that is younger than a week confirms no change.
    date_creation: new Date('2026-09-01T12:00:00Z'),
    ...overrides,
  })
}

type Overrides<Row, Needed extends keyof Row> = Partial<Omit<Row, Needed>> & Pick<Row, Needed>

/** Inserts a booked appointment of half an hour. Give `starts_at` and the patient. */
export async function buildAppointment(
  db: TestDatabase,
  { starts_at, ...rest }: Overrides<AppointmentRow, 'patient_id' | 'starts_at'>,
) {
  return insertRow<AppointmentRow>(db, 'appointments', {
    rut_professional: '111111111',
    doctor_name: 'Dra. Marcela Ortega Pino',
    specialty_code: 363,
    specialty: 'Medicina interna',
    sub_context: 'Consulta',
    office_id: 2,
    place_care: 'Clínica Providencia',
    place_detail: 'Piso 3, consulta 304',
    modality: 'presencial',
    starts_at,
    ends_at: new Date(starts_at.getTime() + 30 * 60_000),
    state: 'booked',
    created_at: new Date('2026-10-01T12:00:00Z'),
    ...rest,
  })
}

/** Inserts a laboratory exam, by default without results. */
export async function buildExam(db: TestDatabase, overrides: Overrides<ExamRow, 'patient_id'>) {
  counter += 1
  return insertRow<ExamRow>(db, 'exams', {
    attention_number: `A-${200_000 + counter}`,
    type: 'laboratory',
    type_exam: 'Perfil bioquímico',
    doctor_solicite: 'Dr. Pablo Reyes Mena',
    type_patient: 'Ambulatorio',
    taken_at: new Date('2026-11-20T11:15:00Z'),
    created_at: new Date('2026-11-20T20:00:00Z'),
    ...overrides,
  })
}

/** Inserts a result of an exam, by default a glucose value within its range. */
export async function buildResult(
  db: TestDatabase,
  exam: { readonly id: number; readonly patient_id: number; readonly taken_at: Date },
  overrides: Partial<ExamResultRow> = {},
) {
  counter += 1
  return insertRow<ExamResultRow>(db, 'exam_results', {
    exam_id: exam.id,
    position: counter,
    patient_id: exam.patient_id,
    taken_at: exam.taken_at,
    code: 'GLI',
    name: 'Glucosa',
    value: 92,
    unit: 'mg/dL',
    low: 70,
    high: 99,
    level: 'in',
    ...overrides,
  })
}

export async function buildFile(db: TestDatabase, overrides: Overrides<FileRow, 'key'>) {
  return insertRow<FileRow>(db, 'files', {
    purpose: 'exam',
    media_type: 'application/pdf',
    bytes: 10,
    sha256: new Uint8Array(32),
    name: 'Examen.pdf',
    created_at: new Date('2026-11-20T20:00:00Z'),
    ...overrides,
  })
}

/** Inserts a further document of an exam, as if sent by a service account. Returns the id of its source. */
export async function buildExamDocument(
  db: TestDatabase,
  exam: { readonly id: number; readonly patient_id: number },
  file: { readonly id: number },
): Promise<number> {
  const [source] = await db.ask<{ id: number }>(
    `with account as (
       insert into service_accounts (name, scopes, secret_hash, created_by, created_at)
       values ('Laboratorio', '{}', sha256(gen_random_uuid()::text::bytea), $1, now()) returning id
     )
     insert into fhir_sources (type, system, value, account_id, updated_at)
     select 'DocumentReference', 's', gen_random_uuid()::text, id, now() from account returning id`,
    [exam.patient_id],
  )
  if (source === undefined) throw new Error('no source was made')
  await db.ask('insert into exam_documents (file_id, exam_id, source_id) values ($1, $2, $3)', [
    file.id,
    exam.id,
    source.id,
  ])
  return source.id
}

/** The relationship of the member to the group owner. */
export const relationship = { child: 3, nephew: 11 } as const

/** Inserts a link, by default an approved one to a child whose guardianship is proven. */
export async function buildLink(
  db: TestDatabase,
  overrides: Overrides<FamilyLinkRow, 'leader_id' | 'member_id'>,
) {
  return insertRow<FamilyLinkRow>(db, 'family_links', {
    relationship_type_id: relationship.child,
    state: 'approved',
    guardian_proof: 'registry',
    created_at: new Date('2026-01-10T12:00:00Z'),
    // Long ago, because tests set the clock to the birthdays of years past.
    access_from: new Date('2000-01-01T12:00:00Z'),
    ...overrides,
  })
}

/** Inserts a child in the care of a guardian, whose guardianship is proven. */
export async function buildFamily(db: TestDatabase, child: PersonOverrides, guardian: PersonOverrides = {}) {
  const people = { child: await buildPerson(db, child), guardian: await buildPerson(db, guardian) }
  const link = await buildLink(db, { leader_id: people.guardian.id, member_id: people.child.id })
  return { ...people, link }
}

/** Inserts an accepted access of an adult to matters of another adult's record, by default for a year. */
export async function buildDelegation(
  db: TestDatabase,
  given: {
    readonly grantor_id: number
    readonly delegate_id: number
    readonly matters: readonly DelegableMatter[]
    readonly may_book?: boolean
    readonly now: Date
    readonly days?: number
  },
): Promise<number> {
  const { grantor_id, delegate_id, matters, may_book = false, now, days = 365 } = given
  const [row] = await db.ask<{ id: number }>(
    `insert into delegations (grantor_id, document_type_id, document_number, delegate_id, matters, may_book, months, state,
       created_at, answer_until, accepted_at, expires_at)
     select $1, p.document_type_id, p.document_number, p.id, $3, $4, 12, 'accepted', $5, $5, $5,
       $5::timestamptz + make_interval(days => $6)
     from people p where p.id = $2 returning id`,
    [grantor_id, delegate_id, matters, may_book, now, days],
  )
  return row?.id ?? 0
}

/** Inserts an announcement, by default enabled and for everyone. */
export async function buildAd(db: TestDatabase, overrides: Partial<AdRow> = {}) {
  return insertRow<AdRow>(db, 'ads', {
    image: '/anuncios/vacuna.svg',
    url: '/dashboard/agenda',
    from_age: 0,
    to_age: 120,
    gender_id: 0,
    order_advertising: 1,
    status: true,
    ...overrides,
  })
}

/** Inserts a pending request of the group owner to a member, with its pending link. */
export async function buildFamilyRequest(
  db: TestDatabase,
  { leader_id, member_id }: { readonly leader_id: number; readonly member_id: number },
) {
  const link = await buildLink(db, { leader_id, member_id, state: 'pending', guardian_proof: null })
  return insertRow<FamilyRequestRow>(db, 'family_requests', {
    family_id: link.id,
    applicant_id: leader_id,
    created_at: new Date('2026-11-25T12:00:00Z'),
  })
}
