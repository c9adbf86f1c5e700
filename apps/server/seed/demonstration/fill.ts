/**
 * Fills an empty installation with the demonstration clinic. Files come first, then all rows in one
 * transaction.
 */
import { createHash } from 'node:crypto'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { dueAt, type ResponsePromise } from '@mi-portal/contract/clinic/promise'
import { complaintReason, complaintTerm, getTermStart } from '@mi-portal/contract/complaints'
import { addDays, toDay } from '@mi-portal/contract/values/dates'
import { listLegalHolidays } from '@mi-portal/contract/values/holidays'
import { openRegistryImport } from '../../src/adapters/choose.ts'
import { deletePastSlots } from '../../src/modules/booking/calendar/calendar.sql.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Database, Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'
import type { Letterhead } from '../../src/platform/pdf/letterhead.ts'
import type { Sealer } from '../../src/platform/security/seal.ts'
import type { Secrets } from '../../src/platform/security/secrets.ts'
import type { FileStore } from '../../src/ports/files.ts'
import type { Passwords } from './account-people.ts'
import { type AccountKey, accountRows, demonstrationPassword } from './accounts.ts'
import { bookCalendars, pastDays, recordAttendance } from './busy-calendars.ts'
import type { Clinic } from './clinic.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { insertConversations } from './conversations.ts'
import { createDeviations } from './deviations.ts'
import { insertRows, reserveIds } from './insert.ts'
import type { FileRow, Numbered, Plan } from './plan.ts'
import { createPublications } from './publications.ts'
import { planDemonstration } from './script.ts'
import { createServiceRecords } from './service-records.ts'
import { hasPeople } from './state.ts'
import { addPastOffers, offerFreeSlot } from './waiting-offers.ts'

export type DemonstrationParts = {
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
  /** The published clinic, whose sites, specialties and lists the people use. */
  readonly clinic: ClinicPackage
  readonly letterhead: Letterhead
  /** Encrypts files that must not be readable in the store. */
  readonly sealer: Sealer
}

export type FillParts = DemonstrationParts & {
  /** The secrets of the installation, under which the card numbers of the registry are hashed. */
  readonly secrets: Secrets
  readonly hashPassword: (password: string) => Promise<string>
  /** Returns the password of an account, or of all other patients for null. Default: the published password. */
  readonly passwordOf?: (key: AccountKey | null) => string
}

// Only one server fills the database. Another one that starts at the same time skips the fill.
const claim = statement<{ claimed: boolean }>(
  'demonstration.claim',
  'select pg_try_advisory_xact_lock(7212027) as claimed',
)

const allowIdle = statement<never>(
  'demonstration.allowIdle',
  'set local idle_in_transaction_session_timeout = 0',
)

// Days ahead that can be booked. The daily job later extends the calendars.
const calendarDays = 75
const openSlots = statement<never, { professional_id: number; first_day: string; last_day: string }>(
  'demonstration.openSlots',
  'select refresh_slots(:professional_id::int, :first_day::date, :last_day::date)',
)

const attending = statement<{ id: number }>(
  'demonstration.attending',
  'select id from professionals order by id',
)

const remember = statement<never, { value: string }>(
  'demonstration.remember',
  `insert into installation (key, value) values ('demonstration', :value::jsonb)
   on conflict (key) do update set value = excluded.value`,
)

// The legal texts of this installation.
const worded = statement<{ kind: string; version: string; hash: string }>(
  'demonstration.worded',
  `select distinct on (kind) kind, version, encode(text_hash, 'hex') as hash from legal_wordings
   order by kind, text_id desc, number desc`,
)

const declarations = statement<{ id: number }>(
  'demonstration.declarations',
  `select id from legal_texts where kind = 'family_group' order by id desc limit 1`,
)

async function readTexts(tx: Queries) {
  return new Map((await tx.run(worded, [])).map(({ kind, version, hash }) => [kind, { version, hash }]))
}

/**
 * Fills the database if it holds no people. Returns whether it did. A crash leaves no rows in the database.
 * Files stored before the crash are written again under the same keys by the next attempt.
 */
export async function fillDemonstration(parts: FillParts): Promise<boolean> {
  const { db, clock, letterhead } = parts
  if (await hasPeople(db)) return false
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [lock] = await tx.run(claim, [])
    if (!lock?.claimed || (await hasPeople(tx))) return false
    await tx.run(allowIdle, [])
    // Connecting comes first because it has a time limit, and planning blocks the process for seconds.
    const { plan, clinic, cast, knownPatients, today } = planDemonstration(
      now,
      parts.clinic,
      letterhead,
      await hashAll(parts),
    )
    // Files are written only under the lock. Encryption differs each time, so a second write would break the
    // stored digest.
    const stored = await storeFiles(parts, plan.files.all, keyOfFill)
    const people = await insertPlan(tx, parts, plan, clinic, stored, now)
    await insertRows(tx, 'people', knownPatients)
    await insertServiceRecords(
      tx,
      createServiceRecords(plan, parts.clinic, cast, today, await readTexts(tx)),
      people,
    )
    const passwords = parts.passwordOf ? 'random' : 'published'
    await tx.run(remember, { value: JSON.stringify({ filled_at: now, first_result_at: null, passwords }) })
    await bookCalendars(tx, createClinicLookup(parts.clinic), now, addDays(toDay(now), -pastDays))
    await recordAttendance(tx, now)
    await tx.run(deletePastSlots, { before: new Date(now.getTime() - 7 * 86_400_000) })
    await addPastOffers(tx, now)
    await offerFreeSlot(tx, now)
    return true
  })
}

// Hashing is slow, so all other patients share one hash.
async function hashAll({
  hashPassword,
  passwordOf = () => demonstrationPassword,
}: Pick<FillParts, 'hashPassword' | 'passwordOf'>): Promise<Passwords> {
  const hashes = new Map<AccountKey, string>()
  for (const { key } of accountRows) hashes.set(key, await hashPassword(passwordOf(key)))
  return {
    of: (key) => hashes.get(key) ?? '',
    others: await hashPassword(passwordOf(null)),
  }
}

// The key is not random: a repeated fill overwrites the files of an interrupted one.
function keyOfFill(id: number): string {
  return createHash('sha256').update(`demonstration:${id}`).digest('hex').slice(0, 32)
}

/** Generates and stores files, a few at a time. Returns each with its key, size and digest. */
export async function storeFiles(
  { files, sealer }: Pick<DemonstrationParts, 'files' | 'sealer'>,
  rows: readonly Numbered<FileRow>[],
  keyOf: (id: number) => string,
) {
  const waiting = [...rows]
  const stored: {
    id: number
    key: string
    bytes: number
    sha256: Uint8Array
    encrypted: string | null
    row: FileRow
  }[] = []
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const key = keyOf(row.id)
      const clear = await row.make()
      const secret = row.purpose === 'passport' || row.purpose === 'passport-patient'
      const written = await files.put(key, secret ? sealer.seal(clear, key) : clear)
      stored.push({ id: row.id, key, row, encrypted: secret ? sealer.id : null, ...written })
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return stored.sort((a, b) => a.id - b.id)
}

type StoredFile = Awaited<ReturnType<typeof storeFiles>>[number]

export function fileRows(stored: readonly StoredFile[]) {
  return stored.map(({ id, key, bytes, sha256, encrypted, row }) => ({
    id,
    key,
    bytes,
    sha256: `\\x${Buffer.from(sha256).toString('hex')}`,
    encrypted,
    purpose: row.purpose,
    media_type: row.media_type,
    name: row.name,
    created_at: row.created_at,
  }))
}

/** Returns the requests with the moment until which the clinic promised to answer them. */
function withDueMoment<Row extends { readonly created_at: Date }>(
  rows: readonly Row[],
  promise: ResponsePromise,
) {
  return rows.map((row) => ({ ...row, due_at: dueAt(promise, row.created_at, new Set()) }))
}

async function insertPlan(
  tx: Queries,
  { db, secrets, clock, clinic: clinicPackage }: FillParts,
  plan: Plan,
  clinic: Clinic,
  stored: readonly StoredFile[],
  now: Date,
): Promise<readonly number[]> {
  const { cardHash, registryImport: registry } = openRegistryImport(db, secrets, clock)
  const ids = {
    files: await reserveIds(tx, 'files', stored.length),
    people: await reserveIds(tx, 'people', plan.people.all.length),
    professionals: await reserveIds(tx, 'professionals', clinic.professionals.length),
    family_links: await reserveIds(tx, 'family_links', plan.links.all.length),
    family_requests: await reserveIds(tx, 'family_requests', plan.requests.all.length),
    exams: await reserveIds(tx, 'exams', plan.exams.all.length),
    image_studies: await reserveIds(tx, 'image_studies', plan.imageStudies.all.length),
    image_series: await reserveIds(tx, 'image_series', plan.imageSeries.all.length),
    document_requests: await reserveIds(tx, 'document_requests', plan.documents.all.length),
    budget_requests: await reserveIds(tx, 'budget_requests', plan.budgets.all.length),
    contacts: await reserveIds(tx, 'contacts', plan.contacts.all.length),
  }
  const { files, people, professionals } = ids
  await insertRows(tx, 'files', fileRows(stored), { id: files })
  const waiting = plan.people.all.map((row) => ({
    ...row,
    without_account: row.status === 3,
    pending_due_at:
      row.status === 3 ? dueAt(clinicPackage.clinic.promises.identity, row.date_creation, new Set()) : null,
  }))
  await insertRows(tx, 'people', waiting, {
    id: people,
    image_store_passport: files,
    image_store_passport_patient: files,
  })
  const decisions = plan.decisions.map((row) => ({
    ...row,
    due_at: dueAt(clinicPackage.clinic.promises.identity, row.applied_at, new Set()),
  }))
  await insertRows(
    tx,
    'validation_decisions',
    decisions.map(({ applied_at: _, ...row }) => row),
    { person_id: people, decided_by: people },
  )
  const registered = [...plan.registry.values()].map(({ card_number, ...person }) => ({
    ...person,
    card_hash: cardHash.of(person.run, card_number),
  }))
  await registry.store(tx, registered)
  await insertRows(
    tx,
    'professionals',
    clinic.professionals.map((one) => ({ ...one, active: true })),
    { id: professionals, image_file_id: files },
  )
  await insertRows(tx, 'professional_specialties', clinic.practices, { professional_id: professionals })
  await insertRows(tx, 'schedules', clinic.schedules, { professional_id: professionals })
  await insertRows(tx, 'favourites', withoutId(plan.favourites.all), { person_id: people })
  await insertRows(tx, 'waiting_list', withoutId(plan.waits.all), { person_id: people, patient_id: people })
  await insertRows(tx, 'family_links', plan.links.all, {
    id: ids.family_links,
    leader_id: people,
    member_id: people,
  })
  await insertRows(tx, 'family_requests', plan.requests.all, {
    id: ids.family_requests,
    family_id: ids.family_links,
    applicant_id: people,
    legal_text_id: (await tx.run(declarations, [])).map(({ id }) => id),
    decided_by: people,
  })
  await insertRows(tx, 'family_invitations', plan.invitations, { request_id: ids.family_requests })
  await insertRows(tx, 'appointments', withoutId(plan.appointments.all), {
    patient_id: people,
    professional_id: professionals,
    booked_by: people,
  })
  const exams = plan.exams.all.map((row) => ({ accession_number: null, ...row }))
  await insertRows(tx, 'exams', exams, { id: ids.exams, patient_id: people, file_id: files })
  await insertRows(tx, 'image_studies', plan.imageStudies.all, { id: ids.image_studies, patient_id: people })
  await insertRows(tx, 'image_series', plan.imageSeries.all, {
    id: ids.image_series,
    study_id: ids.image_studies,
  })
  await insertRows(tx, 'image_instances', plan.imageInstances, {
    series_id: ids.image_series,
    file_id: files,
  })
  await insertRows(tx, 'exam_results', plan.results, { exam_id: ids.exams, patient_id: people })
  const asked = { requester_id: people, patient_id: people } as const
  const { promises } = clinicPackage.clinic
  await insertRows(tx, 'document_requests', withDueMoment(plan.documents.all, promises.documents), {
    id: ids.document_requests,
    ...asked,
  })
  await insertRows(tx, 'budget_requests', withDueMoment(plan.budgets.all, promises.budgets), {
    id: ids.budget_requests,
    ...asked,
  })
  const contacts = withDueMoment(plan.contacts.all, promises.contact).map((row) =>
    row.reason_id === complaintReason
      ? {
          ...{ matter: 'complaints', imaging: null, ...row },
          due_at: dueAt(complaintTerm, getTermStart(row.created_at), new Set()),
        }
      : { matter: 'contact', imaging: null, ...row },
  )
  await insertRows(tx, 'contacts', contacts, { id: ids.contacts, ...asked })
  const requests = { document: ids.document_requests, budget: ids.budget_requests, contact: ids.contacts }
  await insertConversations(tx, plan, promises, { requests, people, files })
  await insertRows(tx, 'notifications', withoutId(plan.notifications.all), {
    person_id: people,
    patient_id: people,
    request_family_group_id: ids.family_requests,
  })
  const lookup = createClinicLookup(clinicPackage)
  const { blocks, openings, holidays } = createDeviations(lookup, clinic, plan.appointments.all, now)
  await insertRows(tx, 'schedule_exceptions', blocks, { professional_id: professionals })
  await insertRows(tx, 'schedule_exceptions', openings, { professional_id: professionals })
  await insertRows(tx, 'holidays', holidays)
  await openCalendars(tx, now)
  const { articles, ads, alerts } = createPublications(lookup, toDay(now))
  await insertRows(tx, 'prevention_articles', articles)
  await insertRows(tx, 'ads', ads)
  await insertRows(tx, 'alerts', alerts)
  return people
}

/** Inserts the service records. `people` holds the database ids of the plan's people. */
async function insertServiceRecords(
  tx: Queries,
  serviceRecords: ReturnType<typeof createServiceRecords>,
  people: readonly number[],
): Promise<void> {
  const asked = { requester_id: people, patient_id: people } as const
  await insertRows(tx, 'consents', serviceRecords.consents, { person_id: people, patient_id: people })
  await insertRows(tx, 'survey_answers', serviceRecords.answers, { person_id: people })
  await insertRows(tx, 'outbox', serviceRecords.mails, { person_id: people })
  await insertRows(tx, 'audit_events', serviceRecords.accesses, { actor_id: people, patient_id: people })
  await insertRows(tx, 'data_requests', serviceRecords.dataRequests, {
    ...asked,
    answered_by: people,
    extended_by: people,
  })
  await insertRows(tx, 'exports', serviceRecords.exports, asked)
  const staff = { opened_by: people, actor_id: people, letters_by: people }
  const [breach_id] = await reserveIds(tx, 'breaches', 1)
  await insertRows(tx, 'breaches', [{ id: breach_id, ...serviceRecords.breach }], staff)
  const letters = serviceRecords.letters.map((letter) => ({ breach_id, ...letter }))
  await insertRows(tx, 'breach_letters', letters, { person_id: people })
  const { serviceAccount } = serviceRecords
  await insertRows(tx, 'service_accounts', [serviceAccount], { created_by: people, revoked_by: people })
}

/** Opens the slots that the calendars define, except on public holidays. */
async function openCalendars(tx: Queries, now: Date): Promise<void> {
  const first = addDays(toDay(now), -pastDays)
  const last = addDays(toDay(now), calendarDays)
  const years = new Set([first, last].map((day) => Number(day.slice(0, 4))))
  const days = [...years]
    .flatMap(listLegalHolidays)
    .map((holiday) => ({ ...holiday, source: 'law', added_at: now }))
  await insertRows(tx, 'holidays', days)
  for (const { id } of await tx.run(attending, []))
    await tx.run(openSlots, { professional_id: id, first_day: first, last_day: last })
}

function withoutId<Row extends { id: number }>(rows: readonly Row[]): Omit<Row, 'id'>[] {
  return rows.map(({ id: _, ...row }) => row)
}
