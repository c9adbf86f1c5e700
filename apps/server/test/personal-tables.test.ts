/**
 * Every table with personal data is in the data export and erased with the account, or has a reason for
 * neither.
 */
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, onTestFinished, test } from 'vitest'
import { accountParts, sessionPart } from '../src/modules/exports/own-sections.sql.ts'
import { definedStatements } from '../src/platform/database/statement.ts'
import { exportParts } from '../src/wiring/operations.ts'
import { openTestDatabase, provideTestDatabase } from './database.ts'
import { startServer, testClock } from './portal.ts'

const findTexts = (names: RegExp) =>
  [...definedStatements.values()].flatMap(({ name, text }) => (names.test(name) ? [text] : []))

/** The texts of the statements that collect a copy, without those of the clinical archive. */
const ownParts = [...accountParts, ...exportParts, sessionPart]
const copyStatements = [...ownParts.map(({ rows }) => rows.text), ...findTexts(/^(record|sharedSections)\./)]

/** Tables that identify a person by something other than a column that points at `people`. */
const namedOtherwise = [
  'audit_events',
  'breach_seen',
  'identity_checks',
  'registration_drafts',
  'registry_people',
]

/** The reason why a table is not erased or not in the export. */
const reasons: Readonly<Record<string, string>> = {
  appointment_changes:
    'that the clinic changed an appointment, gone after 30 days; the notification is in the copy',
  archive_arrivals: 'notes which results were announced; the results themselves are in the copy',
  archive_checks: 'when an external archive was last asked',
  archive_numbers: 'the portal’s numbers of what another archive keeps',
  booking_keys: 'keys of the page that booked, gone after a day',
  breach_letters: 'that a letter about an incident was sent; the letter went to the person',
  breach_seen: 'whom an incident concerns, kept as the law asks',
  breaches: 'written by staff about an incident; the column names the staff',
  calls_due: 'that staff call about a change of an appointment, which is in the copy',
  clinic_parts: 'the column names the staff that published a part of the clinic package',
  coming_of_age_notices: 'that a notice was sent',
  complaint_letters: 'written by staff; the sent letter is the answer of the complaint, which is in the copy',
  complaint_notes: 'written between staff about a complaint, which is kept as the law asks',
  family_requests: 'the request behind a link; links are in the copy',
  fhir_sources: 'the names that another system has for what is in the copy',
  holds: 'an appointment held for five minutes',
  holidays: 'the column names the staff that added it',
  image_downloads: 'that a download of a study runs, gone when it ends or with the next one',
  image_studies:
    'images of exams, of some gigabytes; the patient downloads each study at its exam, and a closed account keeps its exams',
  known_devices: 'hashes of browsers, of no use to a reader; erased with the account',
  legal_texts: 'the column names the staff that published it',
  opened_people: 'whom staff opened today, gone after two days; the audit log has each read',
  opened_people_days: 'the column names the staff that opened people',
  outside_holds: 'an appointment held for five minutes',
  mailed_codes: 'hashes that live for minutes',
  protected_minors:
    'a protection measure of a minor, which the guardians must not learn; a closed account keeps it',
  publication_drafts: 'the column names the staff that writes it',
  publication_images: 'the column names the staff that stored it',
  recovery_codes: 'hashes of codes; they end with the second factor',
  registration_applications:
    'what waits for a decision; approved, it is in the person, and it ends with the decision',
  registry_people: 'the civil registry’s, not the portal’s',
  reminders_off: 'a choice that the profile shows',
  request_threads: 'the state of a conversation, whose messages are in the copy; the column names the staff',
  result_choices: 'a choice that the page of the appointment shows; erased with the account',
  schedule_exceptions: 'the column names the staff that made it',
  second_factors: 'an encrypted secret, of no use without the account',
  sent_reminders: 'that a reminder was sent',
  service_accounts: 'the column names the staff that opened it',
  sign_in_challenges: 'hashes that live for minutes',
  temporary_keys: 'hashes that live for minutes',
  validation_decisions: 'what staff decided; the person was notified by a mail, which is in the copy',
  watched_appointments: 'a copy of what an external archive keeps, gone 30 days after the appointment',
}

test('every table with personal data is in the export and erased with the account, or has a reason', async () => {
  const texts: string[] = []
  const db = await openTestDatabase({
    observe: (_name, text, ask) => {
      texts.push(text)
      return ask()
    },
  })
  onTestFinished(() => db.close())
  const portal = await startServer(db, testClock())
  const pointing = await db.ask<{
    name: string
  }>(`select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'people'::regclass order by 1`)
  const tables = new Set(['people', ...pointing.map(({ name }) => name), ...namedOtherwise])
  const copy = [...copyStatements, ...findTexts(/^(exports|fhirReading)\./)].join(' ')
  const call = await portal.as(await portal.person())
  texts.length = 0
  await call(profileEndpoints.close)
  const erasing = texts.join('\n')
  const isCopied = (table: string) => new RegExp(`\\b(from|join)\\s+${table}\\b`).test(copy)
  const isErased = (table: string) => new RegExp(`\\b(delete from|update)\\s+${table}\\b`).test(erasing)
  const uncovered = [...tables].filter((table) => !isCopied(table) && !isErased(table) && !(table in reasons))
  expect(uncovered).toEqual([])
  // Every reason belongs to a table that still needs it.
  expect(Object.keys(reasons).filter((table) => !tables.has(table))).toEqual([])
  expect(tables.size).toBeGreaterThan(30)
})

/** Tables whose rows are in the copy as FHIR resources of the clinical archive, whose tests compare each field. */
const archived = ['appointments', 'archive_numbers', 'exam_results', 'exams']

/** The columns of copied tables that are not in the copy, as `table.column` or `*.column`, by the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'a number that the portal gives, of no meaning outside it': `
    *.id *.patient_id *.request_id *.exam_id
    favourites.menu_id notification_messages.notification_id
    notifications.id_appointment notifications.request_family_group_id outbox.appointment_id
    outbox.notification_id outside_waits.outside_id push_subscriptions.session_id
    visit_certificates.appointment_id people.permission_set people.site_ids
    people.image_store_passport people.image_store_passport_patient
    visit_certificates.document_type_id outside_waits.specialty`,
  'who of the staff or of the family acted: the accesses of the copy name the person': `
    *.answered_by data_requests.extended_by data_requests.claimed_person_id
    family_links.guardian_confirmed_by request_messages.author_id audit_events.actor_role`,
  'a hash or a key, with which others could act': `
    *.token_hash *.code_hash *.device_hash consents.text_hash people.password_hash outbox.message_id
    outbox.unsubscribe_url push_subscriptions.endpoint push_subscriptions.p256dh push_subscriptions.auth
    sessions.temporary_key_hash notification_messages.reference`,
  'the state of a delivery or of a job': `
    outbox.template outbox.attempts outbox.claim outbox.claimed_until outbox.next_attempt_at outbox.not_after
    outbox.last_error notification_messages.attempts notification_messages.claim notification_messages.is_urgent
    notification_messages.claimed_until notification_messages.due_at notification_messages.counted_at
    notification_messages.failure notification_messages.sent_at notification_phones.code_expires_at
    notification_phones.code_attempts notification_phones.created_at push_subscriptions.delivered_at
    outside_waits.asked_at outside_waits.told_hold_id waiting_list.told_elsewhere delegations.end_announced_at
    exam_shares.wrong_codes sessions.idle_minutes sessions.lacks_consent sessions.temporary_key
    sessions.expires_at sessions.ended_by sessions.has_factor sessions.confirmed_at sessions.passkey_verified
    people.search people.pending_since people.pending_due_at people.email_asked_at people.without_account people.status
    people.status_passport people.rol contacts.matter contacts.kind
    emergency_contacts.updated_at notification_choices.updated_at exam_shares.ended_because
    delegations.ended_because delegations.months`,
  'the text of a mail is erased after days, and what it says is in the copy': `
    outbox.body_text outbox.body_html`,
  'what a notification opens: the appointment, exam or request is in the copy': `
    notifications.type notifications.topic notifications.matter notifications.exam_type
`,
  'that the other guardians were notified of a guardian': 'family_links.announced_at',
  'the day of its file is in the copy': 'appointment_orders.attached_at',
  'that an offer was declined must not be learned by the grantor': 'delegations.declined_at',
  'the group of the law that reserves an item: the item itself is in the copy': '*.reserved_group',
  'the network address and the question of another person, who looked': `
    audit_events.ip audit_events.object audit_events.detail`,
  'the death of the person, who asks for no copy any more': `
    people.deceased_at people.deceased_on people.deceased_source`,
  'the questions beside the answers are those of the questionnaire': 'exam_answers.questionnaire',
}

test('every column of a copied table is in the export, or has a reason', async () => {
  const db = await provideTestDatabase()
  const columns = await db.ask<{ table: string; column: string }>(
    `select distinct c.table_name as table, c.column_name as column from information_schema.columns c
       join information_schema.columns p on p.table_name = c.table_name
         and (p.column_name in ('person_id', 'patient_id', 'requester_id', 'grantor_id', 'leader_id') or p.table_name in (
           select conrelid::regclass::text from pg_constraint where contype = 'f' and confrelid = 'people'::regclass))
     where c.table_schema = 'public' and c.table_name <> all($1)
       and c.table_name not in (select table_name from information_schema.views where table_schema = 'public')
     union select 'people', column_name from information_schema.columns where table_name = 'people' order by 1, 2`,
    [archived],
  )
  const reasoned = new Set(Object.values(leftOut).flatMap((names) => names.trim().split(/\s+/)))
  const isCopied = ({ table, column }: { table: string; column: string }) => {
    const reading = copyStatements.filter((one) => new RegExp(`\\b(from|join)\\s+${table}\\b`).test(one))
    return reading.length === 0 || reading.some((one) => new RegExp(`\\b${column}\\b`).test(one))
  }
  const missing = columns
    .filter((one) => !isCopied(one))
    .map(({ table, column }) => [`${table}.${column}`, `*.${column}`])
  expect(missing.filter((names) => !names.some((name) => reasoned.has(name))).map(([name]) => name)).toEqual(
    [],
  )
  // Every reason belongs to a column that still needs it.
  const needed = new Set(missing.flat())
  expect([...reasoned].filter((name) => !needed.has(name))).toEqual([])
})
