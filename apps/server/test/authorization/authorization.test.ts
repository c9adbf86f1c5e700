/**
 * Calls every endpoint as every kind of caller, on one set of people. Each answer is checked for its status, for the data that it shows and
 * for its entries in the audit log. After a call that may change something the rows are restored.
 */

import { type Endpoint, fullPath, mayNameNotified } from '@mi-portal/contract/calls/endpoint'
import { needsConfirmedSession } from '@mi-portal/contract/permissions/confirmed-calls'
import {
  type ChosenSet,
  chosenSets,
  listPermissions,
  type PermissionSet,
  permissionSets,
  permits,
} from '@mi-portal/contract/permissions/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { hasName } from '../../src/modules/audit/audit.rules.ts'
import { labelledActions } from '../../src/modules/audit-labels/audit-labels.rules.ts'
import type { TestDatabase } from '../ask.ts'
import { buildProfessional } from '../booking/calendar.ts'
import { buildAd, buildRun } from '../build.ts'
import { openTestDatabase, urlOfTestDatabase } from '../database.ts'
import { storeRows } from '../databases/reusable-database.ts'
import { openPortal, type Portal, testClock } from '../portal.ts'
import { type Actors, buildActors, type Caller, callers } from './actors.ts'
import { createCalls } from './calling.ts'
import { type Canary, canariesIn, canary, canaryTables } from './canaries.ts'
import type { AccessCase, EndpointCases } from './cases.ts'
import { compareMessages, findPosition } from './messages.ts'
import { table } from './table.ts'

const words = (text: string) => text.trim().split(/\s+/)

let db: TestDatabase
let portal: Portal
let tables: Awaited<ReturnType<typeof canaryTables>>
let actors: Actors
let incompleteTables: string[]
let stored: Awaited<ReturnType<typeof storeRows>>
const errorsByRow = new Map<string, string[]>()

beforeAll(async () => {
  db = await openTestDatabase()
  // Mails wait in the outbox: nothing sends them here.
  portal = await openPortal(db, testClock(), { environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  // A file that a call deletes stays, as do the rows about it.
  Object.assign(portal.files, { remove: async () => {} })
  // The waiting list needs a professional who attends its specialty.
  await buildProfessional(db)
  actors = await buildActors(portal)
  tables = await canaryTables(db)
  incompleteTables = await canary(db, tables, actors)
  stored = await storeRows(await urlOfTestDatabase(db))
  for (const row of table) errorsByRow.set(row.name, await checkRow(row))
  await addListedRows()
  await canary(db, tables, actors)
  await stored.end()
  stored = await storeRows(await urlOfTestDatabase(db))
  const opened = await lastSession()
  shown = await readEverything()
  openedByReads = (await lastSession()) - opened
}, 600_000)

afterAll(async () => {
  await portal.app.close()
  await stored.end()
  await db.close()
})

/**
 * Adds what the actors lack: appointments of today and of the past, and some that the group owner booked for
 * the elder.
 */
async function addListedRows() {
  const ids = [...actors.people.keys()]
  for (const offset of ['2 hours', '-40 days'])
    await db.ask(
      `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
         office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
       select p, '111111111', 'd', 363, 's', 'c', 2, 'p', 'p', 'presencial', $2::timestamptz + $3::interval,
         $2::timestamptz + $3::interval + interval '30 minutes', 'booked', $2::timestamptz from unnest($1::int[]) p`,
      [ids, portal.clock.now(), offset],
    )
  const [leader, elder] = [actors.about('leader', true), actors.about('leader', false)]
  await db.ask('update appointments set booked_by = $1 where patient_id = $2', [leader.id, elder.id])
  await buildAd(db)
  await db.ask(`insert into prevention_articles (title, description, from_age, to_age, gender_id, order_control, status, html)
     values ('t', 'd', 0, 120, 0, 1, true, '')`)
  // Staff lists show rejected requests first, and the group of a person who has one.
  await db.ask(
    `insert into audit_events (at, actor_id, actor_role, action, outcome)
     select $2::timestamptz, p, 'STANDART_ROLE', 'session.open', 'refused' from unnest($1::int[]) p`,
    [ids, portal.clock.now()],
  )
}

const call = createCalls(() => portal)

function mayShow(found: Canary, accessCase: AccessCase, caller: Caller, status: number): boolean {
  const callerId = actors.idOf(caller)
  const aboutId = actors.about(caller, accessCase.ownOnly).id
  if (found.kind === 'secret') return false
  if (found.owner === callerId) return found.kind !== 'registry'
  if (![200, accessCase.ok].includes(status) || !accessCase.shows(caller).includes(found.kind)) return false
  if (found.owner === aboutId || accessCase.ofEveryPatient) return true
  return actors.linked(found.owner, aboutId) || (callerId !== null && actors.linked(found.owner, callerId))
}

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
const readsByPost = new Set(
  words('users.list audit.list audit.export breaches.list breaches.people contact.pages'),
)
const isRead = (name: string, endpoint: Endpoint) =>
  (endpoint.method === 'GET' && !endpoint.changesState) || readsByPost.has(name)

const changes = (endpoint: Endpoint) => endpoint.method !== 'GET' || endpoint.changesState === true

type Entry = { readonly id: number; readonly actor_id: number | null; readonly patient_id: number | null }

const lastEntry = async () =>
  (await db.ask<{ id: number }>('select coalesce(max(id), 0)::int as id from audit_events'))[0]?.id ?? 0
const entriesSince = (id: number) =>
  db.ask<Entry>('select id::int, actor_id, patient_id from audit_events where id > $1', [id])

/** A canary value in the answer to a read, and whether the answer left an audit log entry about its owner. */
type Shown = Canary & {
  readonly name: string
  readonly caller: Caller
  readonly callerId: number
  readonly isRecorded: boolean
}

let shown: readonly Shown[]
let openedByReads: number

const lastSession = async () =>
  (await db.ask<{ id: number }>('select coalesce(max(id), 0)::int as id from sessions'))[0]?.id ?? 0
/** Reads that staff may make, with whether the caller left an entry. */
const staffReads = new Map<string, boolean>()

const needsConfirmation = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode === 403 && body.includes('Confirma que eres tú para continuar')

/** What entries of the audit log say without a Spanish name: actions, objects and fields. */
const unnamed = new Set<string>()
let lastNamed = 0

/** Looks for names that are missing in the entries that were written since the last call. */
async function collectUnnamed(): Promise<void> {
  const entries = await db.ask<{ id: number; action: string; object: string | null; detail: object | null }>(
    'select id::int, action, object, detail from audit_events where id > $1 order by id',
    [lastNamed],
  )
  lastNamed = entries.at(-1)?.id ?? lastNamed
  for (const { action, object, detail } of entries) {
    const { before: _, after = {}, changed = [], ...rest } = { ...detail } as Record<string, object>
    const objects = (object ?? '').split(' ').flatMap((part) => /^(\w+)=/.exec(part)?.[1] ?? [])
    const fields = [...objects, ...Object.keys(after), ...Object.values(changed), ...Object.keys(rest)]
    if (!labelledActions.includes(action)) unnamed.add(action)
    for (const field of fields) if (!hasName(field)) unnamed.add(`${action}: ${field}`)
  }
}

/** Calls an endpoint as one caller. Returns what is wrong with the answer, as text. */
async function findErrors(
  { name, endpoint }: EndpointCases,
  accessCase: AccessCase,
  caller: Caller,
): Promise<string[]> {
  const before = changes(endpoint) ? await findPosition(db) : null
  const answer = await call(endpoint, accessCase, caller, actors)
  await collectUnnamed()
  const expected = accessCase.answers[caller]
  if (answer.statusCode !== expected)
    return [`${caller}: ${answer.statusCode} instead of ${expected} ${answer.body.slice(0, 200)}`]
  if (needsConfirmation(answer)) return [`${caller}: a new session is not confirmed`]
  const messages =
    before === null ? [] : await findMessageErrors({ name, endpoint, caller, before, body: answer.body })
  if (messages.length > 0) return messages
  return canariesIn(`${answer.body} ${JSON.stringify(answer.headers)}`, actors)
    .filter((found) => !mayShow(found, accessCase, caller, answer.statusCode))
    .map(
      (found) =>
        `${caller}: sees ${found.column} of ${actors.people.get(found.owner)?.role ?? 'no person'} (${found.kind})`,
    )
}

/** The endpoints that wrote messages without naming them in the answer. */
const silent = new Set<string>()

type Called = Pick<EndpointCases, 'name' | 'endpoint'> & {
  readonly caller: Caller
  readonly before: Awaited<ReturnType<typeof findPosition>>
  readonly body: string
}

/** Returns what is wrong with what the answer to a call says about its messages, as text. */
async function findMessageErrors({ name, endpoint, caller, before, body }: Called): Promise<string[]> {
  const patientId = staff.includes(caller) ? null : actors.idOf(caller)
  const { errors, isSilent } = await compareMessages(db, endpoint, { body, before, patientId })
  if (isSilent) silent.add(name)
  return errors.map((error) => `${caller}: ${error}`)
}

/** Calls every read once as staff and as patients. Returns the personal data that the answers show. */
async function readEverything(): Promise<readonly Shown[]> {
  const all: Shown[] = []
  let last = await lastEntry()
  for (const { name, endpoint, cases } of table) {
    if (!isRead(name, endpoint)) continue
    for (const caller of [...staff, ...patients]) {
      const callerId = actors.idOf(caller)
      if (callerId === null) throw new Error(`${caller} has no account`)
      for (const accessCase of cases.filter(({ endless }) => !endless)) {
        const answer = await call(endpoint, accessCase, caller, actors)
        const entries = await entriesSince(last)
        last = Math.max(last, ...entries.map(({ id }) => id))
        if (answer.statusCode !== 200) continue
        if (endpoint.access === 'staff')
          staffReads.set(
            name,
            (staffReads.get(name) ?? true) && entries.some((one) => one.actor_id === callerId),
          )
        const isRecorded = ({ owner }: Canary) =>
          entries.some((entry) => entry.actor_id === callerId && entry.patient_id === owner)
        for (const found of canariesIn(answer.body, actors))
          all.push({ ...found, name, caller, callerId, isRecorded: isRecorded(found) })
      }
    }
  }
  return all
}

/** Calls an endpoint as every caller. Returns what is wrong with the answers, as text. */
async function checkRow(row: EndpointCases): Promise<string[]> {
  const errors: string[] = []
  for (const accessCase of row.cases) {
    // A call can use up what it changes. Callers who are rejected come first, so that the data is still unchanged.
    const order = callers.toSorted(
      (one, other) => Number(accessCase.answers[one] === 200) - Number(accessCase.answers[other] === 200),
    )
    for (const caller of order) errors.push(...(await findErrors(row, accessCase, caller)))
    if (changes(row.endpoint)) await stored.restore()
  }
  return errors
}

test.each(table.map(({ name }) => name))(
  '%s answers each kind of caller with the expected status and only data that they may see',
  (name) => {
    expect(errorsByRow.get(name)).toEqual([])
  },
)

test('no read opens a session', () => {
  expect(openedByReads).toBe(0)
})

/** Calls that write messages to people and do not name them in the answer, with the reason. */
const silentWithReason: Readonly<Record<string, string>> = {
  'account-security.requestLock': 'a stranger must not learn whether the account exists',
  'profile.recover': 'a stranger learns only the hidden address that the specification shows',
}

test('a call that writes a message names it in the answer, unless a stranger must not learn of it', () => {
  expect([...silent].sort()).toEqual(Object.keys(silentWithReason).sort())
  // Only calls without a session, and answers that are no JSON, cannot name messages.
  const unable = table.filter(
    ({ endpoint, cases }) =>
      changes(endpoint) &&
      !mayNameNotified(endpoint) &&
      cases.some(({ answers }) => answers.anonymous === 401),
  )
  expect(unable.map(({ name }) => name).sort()).toEqual([
    'exports.file',
    'fhir.searchByForm',
    'fhir.transaction',
    'text-messages.receive',
  ])
})

test('every mounted endpoint has a row in the authorization matrix', () => {
  const rows = new Set(table.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint)}`))
  const mounted = portal.app.mounted.map((endpoint) => `${endpoint.method} ${fullPath(endpoint)}`)
  expect(mounted.filter((one) => !rows.has(one))).toEqual([])
})

test('every actor has a row in every table with personal texts; if this fails, add the row to actors.ts', () => {
  expect(incompleteTables).toEqual([])
})

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

/** Reads by staff that leave no entry, because they are about the clinic or the installation. */
const aboutNoPerson = [
  /^(ads|alerts|catalogues|clinic|installation|mailing|numbers|prevention|publishing|legal|serviceAccounts)\./,
  /^(professionals\.(places|professionals)|holidays\.holidays|audit\.actions|overview\.summary|desk\.assignees|front-desk\.items)$/,
]

test('each read by staff leaves an entry, unless it is about the clinic or the installation', () => {
  const silent = [...staffReads].flatMap(([name, isRecorded]) => (isRecorded ? [] : [name]))
  // Lists that are empty here leave no entry; other tests have their rows.
  const unexplained = silent.filter((name) => !testedElsewhere.has(name))
  expect(unexplained.filter((name) => !aboutNoPerson.some((known) => known.test(name)))).toEqual([])
})

/** Calls of staff about people that open no single person, with the reason. */
const opensNobody: readonly (readonly [names: RegExp, reason: string])[] = [
  [
    /^(professionals|calendar-week|calendar-exceptions|calendar-import|holidays|professionalImages)\./,
    'is about calendars of the caller’s sites',
  ],
  [
    /^(attendance\.(arrivals|exportArrivals)|front-desk\.day|calendar-appointments\.heldByPortal|late-results\.list)$/,
    'lists appointments of the caller’s sites',
  ],
  [
    /^(users\.list|confirmations\.(list|signIns)|overview\.signIns|calls-due\.list|complaints\.(pages|export))$/,
    'lists names, documents and states',
  ],
  [/^complaints\.(?!pages|export)/, 'is about one complaint, as the inbox shows one request'],
  [/^calls-due\.done$/, 'ticks a call that its list shows whole'],
  [/^confirmations\.(reject|withdraw)$/, 'stops a change, changes and shows nobody'],
  [/^users\.(createPatient|createRecord|createAdministrator)$/, 'adds a person who is not known'],
  [/^overview\.retryMail$/, 'sends a mail again and shows nobody'],
  [/^staff-permissions\./, 'is about an account of staff'],
  [/^desk\./, 'answers what its sender wrote to this inbox: its service judges matter and site'],
  [/^(breaches|legal)\./, 'is about a breach or a legal text, for those who answer for personal data'],
  [/^family-requests\.(search|staffAdd)$/, 'names people by document: its service counts those who exist'],
]
const peoplePermission = /^(users\.|agenda\.|requests\.|privacy\.|staff\.)/

test('each call of staff about one person counts that person as opened, also through something of theirs, unless it is listed with its reason', () => {
  const uncounted = table.flatMap(({ name, endpoint: { permission = [], opens } }) =>
    opens === undefined && [permission].flat().some((one) => peoplePermission.test(one)) ? [name] : [],
  )
  const isListed = (name: string) => opensNobody.some(([names]) => names.test(name))
  expect(uncounted.filter((name) => !isListed(name))).toEqual([])
  expect(opensNobody.filter(([names]) => !uncounted.some((name) => names.test(name)))).toEqual([])
  const withoutPermission = table.flatMap(({ name, endpoint: { access, permission, opens } }) =>
    access === 'staff' && permission === undefined && opens === undefined ? [name] : [],
  )
  expect(withoutPermission).toEqual([])
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

function getFields(schema: unknown): Readonly<Record<string, z.ZodMiniType>> {
  return typeof schema === 'object' && schema !== null && 'shape' in schema ? Object(schema.shape) : {}
}
const hasField = (schema: unknown, field: string) => field in getFields(schema)
const isText = (schema: unknown, field: string) =>
  getFields(schema)[field]?.safeParse('text').success === true

/** The lists that are searched by words, each with the parameter of the words. */
const searchedLists = table.flatMap(({ name, endpoint, cases: [accessCase] }) =>
  (['query', 'body'] as const).flatMap((part) =>
    ['filter', 'q', 'person', 'staff']
      .filter((parameter) => isText(endpoint[part], parameter) && hasField(endpoint.reply, 'total'))
      .flatMap((parameter) => (accessCase ? [{ name, endpoint, accessCase, part, parameter }] : [])),
  ),
)

test.each(searchedLists)(
  'the search by «$parameter» of $name finds nothing without a letter or a digit',
  async ({ endpoint, accessCase, part, parameter }) => {
    await stored.restore()
    const caller = accessCase.answers.superAdministrator === 200 ? 'superAdministrator' : 'patient'
    const count = async (words: string | null) => {
      const sent = (about: Parameters<typeof accessCase.sent>[0]) => {
        const usual = accessCase.sent(about)
        return words === null ? usual : { ...usual, [part]: { ...Object(usual[part]), [parameter]: words } }
      }
      const answer = await call(endpoint, { ...accessCase, sent }, caller, actors)
      return JSON.parse(answer.body).total
    }
    expect(await count(null)).toBeGreaterThan(0)
    for (const words of ['%', '_', '.', ', -', '😀']) expect([words, await count(words)]).toEqual([words, 0])
  },
)

test('while a consent is pending, exactly the reads that are answered leave their entry', async () => {
  await stored.restore()
  const patient = actors.idOf('patient')
  if (patient === null) throw new Error('the patient has no account')
  await db.ask('update sessions set lacks_consent = true where person_id = $1', [patient])
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
  await db.ask('update sessions set lacks_consent = false where person_id = $1', [patient])
  expect(wrong).toEqual([])
  expect(answered).toBeGreaterThan(2)
})

test('every entry that a call leaves in the audit log has a Spanish name for its action, object and fields', () => {
  expect(lastNamed).toBeGreaterThan(0)
  expect([...unnamed]).toEqual([])
})

/** Reads whose lists are empty here, by the tests that cover them. */
const testedElsewhere = new Set(
  Object.values({
    'attendance.test.ts': 'attendance.one',
    'complaints.test.ts': 'complaints.open complaints.preview',
    'front-desk.test.ts': 'front-desk.day',
    'confirmations.test.ts': 'confirmations.list',
    'visits.test.ts': 'exams.documents',
    'images.test.ts': 'images.list',
    'after-changes.test.ts': 'confirmations.signIns',
    'agenda.test.ts':
      'calendar-week.week calendar-appointments.heldByPortal holidays.holidayAppointments calendar-exceptions.exceptionAppointments',
    'breaches.test.ts': 'breaches.list breaches.people breaches.one breaches.letters',
    below: 'consents.text consents.list',
    'desk.test.ts': 'desk.file',
    'documents.test.ts': 'deskRequests.file',
    'exports.test.ts': 'exports.list',
    'medical-orders.test.ts':
      'medical-orders.one medical-orders.file staff-medical-orders.one staff-medical-orders.file',
    'result-choices.test.ts': 'result-choices.one',
    'visit-certificates.test.ts': 'visit-certificates.file',
    'groups.test.ts': 'family-requests.sent family-members.staffGroup family-requests.staffSent',
    'guardianship.test.ts': 'guardianship.announcements',
    'photos.test.ts': 'profile.photos',
    'awaited-results.test.ts': 'late-results.list',
  }).flatMap(words),
)

/** The changing calls under permissions over accounts, staff and the installation that a stolen session can make without a confirmation. */
const unconfirmed = words(`
  breaches.list clinic.addImage clinic.discardDraft clinic.newPackage clinic.previewMail
  clinic.previewPreparation clinic.restore clinic.saveDraft clinic.uploadFile clinic.uploadPackage
  confirmations.reject confirmations.withdraw installation.sendTestMail staff-account.lock`)

/** All other calls that need a confirmed session. */
const marked = words(`
  account-security.reportSignIn account-security.resetInSession audit.export clinic.file
  clinic.package complaints.approve delegations.give delegations.renew exam-shares.send exports.file
  exports.request fhir.read fhir.search fhir.searchByForm passkeys.register passkeys.registerOptions
  passkeys.remove profile.close profile.edit secondFactor.begin secondFactor.confirm
  secondFactor.remove secondFactor.renewCodes text-phone.sendCode`)

const guarded = /^(clinic\.edit|staff\.manage|integrations\.manage|privacy\.manage|users\.(edit|validate))$/
const changesUnderGuard = ({ method, permission = [] }: Endpoint) =>
  method !== 'GET' && [permission].flat().some((one) => guarded.test(one))
const addressOf = (endpoint: Endpoint) => `${endpoint.method} ${fullPath(endpoint)}`

test('every change under a permission over accounts, staff or the installation needs a confirmed session, except the listed ones', () => {
  const exempt = table.filter(
    ({ endpoint }) => changesUnderGuard(endpoint) && !needsConfirmedSession(endpoint),
  )
  expect(exempt.map(({ name }) => name).sort()).toEqual(unconfirmed)
})

test('the API description names the calls that need a confirmed session: these and the listed ones', async () => {
  const { paths } = (await portal.app.inject('/api/openapi.json')).json()
  const described = Object.entries<Record<string, Record<string, unknown>>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation['x-step-up'])
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const confirmed = table.filter(
    ({ name, endpoint }) =>
      marked.includes(name) || (changesUnderGuard(endpoint) && !unconfirmed.includes(name)),
  )
  expect(described.sort()).toEqual([...new Set(confirmed.map(({ endpoint }) => addressOf(endpoint)))].sort())
})

test('every endpoint that needs a confirmed session rejects a stale one with number 13, before anything else', async () => {
  await stored.restore()
  portal.clock.advance({ minutes: 15 })
  const before = await lastEntry()
  for (const { name, endpoint, cases } of table.filter((row) => needsConfirmedSession(row.endpoint)))
    for (const accessCase of cases)
      for (const caller of callers) {
        const expected = accessCase.answers[caller]
        // Callers whom the matrix rejects with another status are rejected in a confirmed session too.
        const isStale = needsConfirmation(await call(endpoint, accessCase, caller, actors))
        expect([name, caller, isStale]).toEqual([
          name,
          caller,
          expected === accessCase.ok || expected === 404,
        ])
      }
  expect(await lastEntry()).toBe(before)
  portal.clock.advance({ minutes: -15 })
})

/** The rows of the endpoints that need a permission, with the answers to a member of staff of this set. */
async function statusesFor(set: PermissionSet) {
  await stored.restore()
  const rol = set === 'super-administrator' ? 'SUPER_ADMIN_ROLE' : 'ADMIN_ROLE'
  const member = await portal.person({ rol, document_number: buildRun() })
  const chosen = chosenSets.find((known) => known === set) ?? null
  await db.ask('update people set permission_set = $2 where id = $1', [member.id, chosen])
  const token = await portal.sessionOf(member.id, {})
  const asMember = { ...actors, tokenOf: () => token }
  const answered: { name: string; statuses: number[]; permitted: boolean; byMatter: boolean }[] = []
  for (const { name, endpoint, cases } of table) {
    const { permission } = endpoint
    if (permission === undefined || permission === 'any') continue
    const statuses: number[] = []
    for (const accessCase of cases)
      statuses.push((await call(endpoint, accessCase, 'administrator', asMember)).statusCode)
    const permitted = permits(listPermissions(rol, chosen), permission)
    answered.push({ name, statuses, permitted, byMatter: typeof permission !== 'string' })
  }
  return answered
}

const agenda = words(`
  professionals calendar-week calendar-exceptions calendar-appointments calls-due
  staff-medical-orders attendance late-results holidays calendar-import professionalImages
  front-desk.day`)
const overview = words('overview.summary overview.survey numbers')
const readsUsers = words(`
  users.list users.one family-members.staffGroup family-members.staffMemberships
  family-members.member family-requests.staffSent family-requests.staffReceived
  family-requests.search people.one overview.signIns staff-account.state
  emergency-contacts.ofPatient front-desk.patient`)

/**
 * The endpoints that each set may call: whole domains, or single endpoints. A change here changes what the staff of a clinic may
 * do.
 */
/** The requests of the inbox, of which each set answers its own matters. */
const mattersOfBoth = words(`
  desk.tray desk.find desk.export desk.file desk.open desk.answer desk.note desk.assignees
  desk.assign`)

const allowed: Readonly<Record<ChosenSet, readonly string[]>> = {
  'front-desk': [
    ...[...agenda, ...overview, ...readsUsers],
    ...words(`
      scheduling-token.token front-desk.items overview.retryMail users.createPatient users.createRecord users.edit
      users.disable users.reportDeath users.confirm users.confirmInPerson users.deny staff-account confirmations
      family-members.staffRemove family-members.staffGuardian guardianship.protect family-requests.staffAdd
      family-requests.staffAccept family-requests.staffReject`),
  ],
  'requests-desk': [
    ...[...overview, ...mattersOfBoth],
    ...words('calls-due late-results complaints desk.close desk.reopen'),
  ],
  'content-editor': words('ads alerts prevention publishing'),
  'privacy-officer': [
    ...[...overview, ...mattersOfBoth],
    ...words('calls-due audit breaches legal desk.extend'),
  ],
}

test.each(permissionSets)(
  'a member of staff with the set %s gets 403 from exactly the endpoints whose permission the set lacks',
  async (set) => {
    const answered = await statusesFor(set)
    expect(answered.length).toBeGreaterThan(80)
    // Where one of several permissions is enough, the service also decides by the matter of the request.
    const rejected = answered.filter(
      ({ statuses, permitted, byMatter }) =>
        !(permitted && byMatter) && statuses.every((status) => status === 403),
    )
    const lacking = answered.filter(({ permitted }) => !permitted)
    expect(rejected.map(({ name }) => name)).toEqual(lacking.map(({ name }) => name))
    if (set === 'administrator' || set === 'super-administrator') return
    const reached = answered.flatMap(({ name, permitted }) => (permitted ? [name] : []))
    const isExpected = (name: string) =>
      allowed[set].includes(name) || allowed[set].includes(name.split('.')[0] ?? '')
    expect(reached).toEqual(answered.map(({ name }) => name).filter(isExpected))
  },
)

test('a member of staff with any permission set may call the endpoints that need no permission', async () => {
  await stored.restore()
  const member = await portal.person({ rol: 'ADMIN_ROLE', document_number: buildRun() })
  const token = await portal.sessionOf(member.id, {})
  const asMember = { ...actors, tokenOf: () => token }
  for (const set of chosenSets) {
    await db.ask('update people set permission_set = $2 where id = $1', [member.id, set])
    for (const row of table.filter(({ endpoint }) => endpoint.permission === 'any'))
      for (const accessCase of row.cases)
        expect((await call(row.endpoint, accessCase, 'administrator', asMember)).statusCode).not.toBe(403)
  }
})
