/**
 * Every table with personal data is in the data export and erased with the account, or has a reason for
 * neither.
 */
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from './ask.ts'
import { openTestDatabase } from './database.ts'
import { openPortal, projectFile, testClock } from './portal.ts'

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
  clinic_parts: 'the column names the staff that published a part of the clinic package',
  coming_of_age_notices: 'that a notice was sent',
  family_requests: 'the request behind a link; links are in the copy',
  fhir_sources: 'the names that another system has for what is in the copy',
  holds: 'an appointment held for five minutes',
  holidays: 'the column names the staff that added it',
  image_downloads: 'that a download of a study runs, gone when it ends or with the next one',
  image_studies:
    'images of exams, of some gigabytes; the patient downloads each study at its exam, and a closed account keeps its exams',
  known_devices: 'hashes of browsers, of no use to anybody; erased with the account',
  legal_texts: 'the column names the staff that published it',
  outside_holds: 'an appointment held for five minutes',
  mailed_codes: 'hashes that live for minutes',
  publication_drafts: 'the column names the staff that writes it',
  publication_images: 'the column names the staff that stored it',
  recovery_codes: 'hashes of codes; they end with the second factor',
  registration_applications:
    'what waits for a decision; approved, it is in the person, and it ends with the decision',
  registry_people: 'the civil registry’s, not the portal’s',
  reminders_off: 'a choice that the profile shows',
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
  const portal = await openPortal(db, testClock())
  onTestFinished(() => portal.app.close())
  const pointing = await ask<{ name: string }>(
    db,
    `select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid = 'people'::regclass order by 1`,
  )
  const tables = new Set(['people', ...pointing.map(({ name }) => name), ...namedOtherwise])
  const read = (path: string) => projectFile(`apps/server/src/modules/${path}`)
  const copy = `${read('exports/record.store.ts')} ${read('exports/exports.store.ts')} ${read('fhir/reading/reading.store.ts')}`
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
