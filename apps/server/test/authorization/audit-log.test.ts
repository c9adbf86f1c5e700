/** Every answer that shows a person leaves an entry about that person in the audit log. */
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { ask } from '../ask.ts'
import { openTestDatabase } from '../database.ts'
import { openPortal, type Portal, testClock } from '../portal.ts'
import { type Actors, buildActors, type Caller } from './actors.ts'
import { createCalls } from './calling.ts'
import { type Canary, canariesIn, canary, canaryTables } from './canaries.ts'
import { table } from './table.ts'

let db: Database
let portal: Portal
let actors: Actors
let shown: readonly Shown[]

beforeAll(async () => {
  db = await openTestDatabase()
  portal = await openPortal(db, testClock(), {})
  actors = await buildActors(portal)
  await addWhatListsShow()
  await canary(db, await canaryTables(db), actors)
  shown = await askAll()
}, 240_000)

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

/**
 * Adds what the actors lack: appointments of today and of the past, and some that the group owner booked for
 * the elder.
 */
async function addWhatListsShow() {
  const ids = [...actors.people.keys()]
  for (const offset of ['2 hours', '-40 days'])
    await ask(
      db,
      `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
         office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
       select p, '111111111', 'd', 363, 's', 'c', 2, 'p', 'p', 'presencial', $2::timestamptz + $3::interval,
         $2::timestamptz + $3::interval + interval '30 minutes', 'booked', $2::timestamptz from unnest($1::int[]) p`,
      [ids, portal.clock.now(), offset],
    )
  const [leader, elder] = [actors.about('leader', true), actors.about('leader', false)]
  await ask(db, 'update appointments set booked_by = $1 where patient_id = $2', [leader.id, elder.id])
  // Staff lists show rejected requests first, and the group of a person who has one.
  await ask(
    db,
    `insert into audit_events (at, actor_id, actor_role, action, outcome)
     select $2::timestamptz, p, 'STANDART_ROLE', 'session.open', 'refused' from unnest($1::int[]) p`,
    [ids, portal.clock.now()],
  )
}

const call = createCalls(() => portal)

const staff: readonly Caller[] = ['administrator', 'superAdministrator']
const patients: readonly Caller[] = [
  'patient',
  'guardian',
  'leader',
  'upward',
  'appointmentsDelegate',
  'examsDelegate',
  'requestsDelegate',
]

/** Reads that send their search in the body. */
const readsByPost = new Set(['users.list', 'audit.list', 'audit.export', 'contact.pages', 'attendance.ofDay'])
const isRead = (name: string, endpoint: Endpoint) =>
  (endpoint.method === 'GET' && !endpoint.changesState) || readsByPost.has(name)

type Row = { readonly id: number; readonly actor_id: number | null; readonly patient_id: number | null }

const lastEntry = async () =>
  (await ask<{ id: number }>(db, 'select coalesce(max(id), 0)::int as id from audit_events'))[0]?.id ?? 0
const entriesSince = (id: number) =>
  ask<Row>(db, 'select id::int, actor_id, patient_id from audit_events where id > $1', [id])

/** Personal data that an answer shows without an audit log entry, with the reason. */
const withoutEntry: Readonly<Record<string, string>> = {
  'audit.list': 'the audit log itself: each search leaves an entry with whom it asked about',
  'audit.export': 'the audit log itself: each file leaves an entry with whom it asked about',
  'overview.survey': 'answers are shown without the person who gave them',
  'serviceAccounts.list': 'the names are of the staff that made an account',
  'family-members.preferred': 'names of members who accepted to be in the group of the caller',
  'family-members.selections': 'names of members who accepted to be in the group of the caller',
  'family-members.memberships': 'the name of the group owner, whom the caller accepted',
  'notification-preferences.get': 'names of children who are in the care of the caller',
  'delegations.list': 'names of people who gave or offered the caller access, and of those who accepted it',
  'family-requests.received': 'the name of the person who asks the caller',
  'family-requests.sent': 'the names that the caller asked for',
  'waiting.waiting': 'what the caller asked for',
  'profile.accesses': 'the audit log itself, of the caller',
}

/** The same for one actor, whom the answer shows among others that leave an entry. */
const withoutEntryAbout: Readonly<Record<string, string>> = {
  'news.list asker': 'the name of the person who asks the caller',
}

/** A canary value in an answer, and whether the answer left an audit log entry about its owner. */
type Shown = Canary & {
  readonly name: string
  readonly caller: Caller
  readonly callerId: number
  readonly isRecorded: boolean
}

/** Calls every read once as every caller. */
async function askAll(): Promise<readonly Shown[]> {
  const all: Shown[] = []
  for (const { name, endpoint, cases } of table) {
    if (!isRead(name, endpoint)) continue
    for (const caller of [...staff, ...patients]) {
      const callerId = actors.idOf(caller)
      if (callerId === null) throw new Error(`${caller} has no account`)
      for (const accessCase of cases) {
        if (accessCase.endless) continue
        const before = await lastEntry()
        const answer = await call(endpoint, accessCase, caller, actors)
        if (answer.statusCode !== 200) continue
        const entries = await entriesSince(before)
        for (const found of canariesIn(answer.body, actors)) {
          const isRecorded = entries.some(
            (entry) => entry.actor_id === callerId && entry.patient_id === found.owner,
          )
          all.push({ ...found, name, caller, callerId, isRecorded })
        }
      }
    }
  }
  return all
}

/** Returns the values that were shown without an entry, as text. */
function unrecorded(isMeant: (shown: Shown) => boolean): string[] {
  const lines = shown
    .filter(
      (one) =>
        !one.isRecorded &&
        !(one.name in withoutEntry) &&
        !(`${one.name} ${actors.people.get(one.owner)?.role}` in withoutEntryAbout) &&
        isMeant(one),
    )
    .map(
      ({ caller, column, owner, name }) =>
        `${caller} sees ${column} of ${actors.people.get(owner)?.role} at ${name}`,
    )
  return [...new Set(lines)]
}

test('the audit log names every patient whom a read by staff shows', () => {
  const isPatient = (id: number) => !staff.some((caller) => actors.idOf(caller) === id)
  expect(unrecorded(({ caller, owner }) => staff.includes(caller) && isPatient(owner))).toEqual([])
})

test('the audit log names every patient of whose record a patient or their family is shown something', () => {
  expect(
    unrecorded(({ caller, kind }) => !staff.includes(caller) && (kind === 'clinical' || kind === 'reserved')),
  ).toEqual([])
})

test('the audit log names every other person whose name or data a patient is shown', () => {
  expect(unrecorded(({ caller, owner, callerId }) => !staff.includes(caller) && owner !== callerId)).toEqual(
    [],
  )
})

test('while a consent is pending, exactly the reads that are answered leave their entry', {
  timeout: 120_000,
}, async () => {
  const patient = actors.idOf('patient')
  if (patient === null) throw new Error('the patient has no account')
  await ask(db, 'update sessions set lacks_consent = true where person_id = $1', [patient])
  const wrong: string[] = []
  let answered = 0
  for (const { name, endpoint, cases } of table) {
    if (!isRead(name, endpoint) || endpoint.access !== 'patient' || endpoint.patient?.of !== 'self') continue
    const accessCase = cases[0]
    if (accessCase === undefined) throw new Error(`${name} has no accessCase`)
    const before = await lastEntry()
    const answer = await call(endpoint, accessCase, 'patient', actors)
    const entries = await entriesSince(before)
    const isAnswered = answer.statusCode !== 403
    if (isAnswered) answered += 1
    if (isAnswered !== (endpoint.beforeConsent ?? false)) wrong.push(`${name}: ${answer.statusCode}`)
    if (entries.length !== (isAnswered ? 1 : 0)) wrong.push(`${name}: ${entries.length} entries`)
  }
  await ask(db, 'update sessions set lacks_consent = false where person_id = $1', [patient])
  expect(wrong).toEqual([])
  expect(answered).toBeGreaterThan(2)
})

/** Reads that show no person, by name or prefix, and reads that other tests cover. */
const showNoPerson = [
  /^(alerts|ads|applications|catalogues|clinic|installation|mailing|prevention|publishing|legal|robot-check|registration|secondFactor|passkeys|staff-permissions|waiting)\./,
  /^(exam-catalogue|procedures|questionnaires)\./,
  /^(scheduling-token\.token|services\.(offices|specialties|professionals)|slots\.slots)$/,
  /^(professionals\.(places|professionals|professional)|calendar-appointments\.targets|holidays\.holidays)$/,
  /^(professionalImages\.|identity\.mode$)/,
  /^(budgets\.(interventions|forecasts|physicians)|contact\.reasons|documents\.kinds|family-members\.relationshipTypes)$/,
  /^(audit\.actions|overview\.summary|fhir\.metadata|consents\.pending|notifications\.stream|private-items\.options)$/,
  // Shows when the caller's own account was used, or when the account of a user was locked.
  /^(account-security\.(signIns|session)|staff-account\.state)$/,
  // Shows only the number of appointments, or a masked mailbox.
  /^(email-verification\.state|appointments\.historySummary|overview\.mails)$/,
  // Needs a key from another read, which left the entry.
  /^(exams\.(resultsByKey|file|visitFile)|images\.(frame|sharedFrame|original|download)|exam-shares\.file|profile\.photo|identity\.(step|openIdStart|openIdReturn))$/,
]
const testedElsewhere: Readonly<Record<string, string>> = {
  'attendance.one': 'attendance.test.ts',
  'confirmations.list': 'confirmations.test.ts',
  'exams.documents': 'visits.test.ts',
  'images.list': 'images.test.ts',
  'confirmations.signIns': 'after-changes.test.ts',
  'calendar-week.week': 'agenda.test.ts',
  'calendar-appointments.heldByPortal': 'agenda.test.ts',
  'holidays.holidayHours': 'agenda.test.ts',
  'calendar-exceptions.exceptionHours': 'agenda.test.ts',
  'breaches.one': 'breaches.test.ts',
  'breaches.letters': 'breaches.test.ts',
  'consents.text': 'below',
  'consents.list': 'below',
  'desk.file': 'desk.test.ts',
  'deskRequests.file': 'documents.test.ts',
  'exports.list': 'exports.test.ts',
  'medical-orders.one': 'medical-orders.test.ts',
  'result-choices.one': 'result-choices.test.ts',
  'visit-certificates.file': 'visit-certificates.test.ts',
  'medical-orders.file': 'medical-orders.test.ts',
  'staff-medical-orders.one': 'medical-orders.test.ts',
  'staff-medical-orders.file': 'medical-orders.test.ts',
  'family-requests.sent': 'groups.test.ts',
  'family-members.staffGroup': 'groups.test.ts',
  'family-requests.staffSent': 'groups.test.ts',
  'profile.photos': 'photos.test.ts',
  'late-results.list': 'awaited-results.test.ts',
}

test('a read that shows no person in this test is listed as such, or another test covers it', () => {
  const showing = new Set(shown.map(({ name }) => name))
  const unexplained = table
    .filter(({ name, endpoint }) => isRead(name, endpoint) && !showing.has(name))
    .map(({ name }) => name)
    .filter((name) => !showNoPerson.some((known) => known.test(name)) && !(name in testedElsewhere))
  expect(unexplained).toEqual([])
})
