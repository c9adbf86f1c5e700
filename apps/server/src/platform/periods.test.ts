import { exportEndpoints } from '@mi-portal/contract/exports'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { expect, test } from 'vitest'
import { buildExam } from '../../test/build.ts'
import { provideTestDatabase } from '../../test/database.ts'
import { type Portal, startPortal, startServer, testClock } from '../../test/portal.ts'
import { readConfig } from './config/config.ts'

/** Retention periods of an installation, all different from the defaults. */
const periods = {
  KEEP_PASSPORT_DAYS: '7',
  KEEP_DRAFTS_DAYS: '8',
  KEEP_SESSIONS_DAYS: '9',
  KEEP_SHARES_DAYS: '10',
  KEEP_MAIL_TEXTS_DAYS: '11',
  KEEP_MAILS_DAYS: '12',
  KEEP_EXPORT_HOURS: '13',
}

const purges = [
  ['registration.purge', 8, 'registration_drafts'],
  ['identity.purge', 8, 'identity_checks'],
  ['session.purge', 9, 'sessions'],
  ['exams.purgeShares', 10, 'exam_shares'],
  ['mailing.purge', 12, 'outbox'],
] as const

async function fill({ db, clock, person }: Portal) {
  const { id } = await person()
  const exam = await buildExam(db, { patient_id: id })
  const now = clock.now()
  for (const sql of [
    `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
     values ('d', 'x', 1, '1', 'x', 'x', $1::timestamptz, $1::timestamptz)`,
    `insert into identity_checks (key_hash, provider, run, state, created_at, expires_at, ended_at)
     values ('\\x01', 'embedded', '1', 'failed', $1::timestamptz, $1::timestamptz, $1::timestamptz)`,
    `insert into sessions (person_id, token_hash, idle_minutes, created_at, last_used_at, expires_at, ended_at, ended_by)
     select ${id}, '\\x01', 30, $1::timestamptz, $1::timestamptz, $1::timestamptz, $1::timestamptz, 'signed-out'`,
    `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, token_hash,
       code_hash, created_at, expires_at)
     values (${exam.id}, 'laboratory', ${id}, ${id}, 'x', 1, '\\x01', '\\x00', $1::timestamptz, $1::timestamptz)`,
    `insert into outbox (message_id, template, recipient, subject, body_text, body_html, state, created_at, next_attempt_at, sent_at)
     values ('m', 'x', 'x', 'x', 'x', 'x', 'sent', $1::timestamptz, $1::timestamptz, $1::timestamptz)`,
  ])
    await db.ask(sql, [now])
}

async function countOf({ db }: Portal, table: string): Promise<number> {
  return (await db.ask<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? 0
}

test('data is deleted after its configured retention period and not before, also if two servers run the job', async () => {
  const clock = testClock()
  const db = await provideTestDatabase()
  const [one, two] = [
    await startServer(db, clock, { environment: periods }),
    await startServer(db, clock, { environment: periods }),
  ]
  await fill(one)
  const begun = clock.now()
  for (const [job, days, table] of purges) {
    clock.set(new Date(begun.getTime() + (days * 24 - 1) * 3_600_000).toISOString())
    await Promise.all([one.runJob(job), two.runJob(job)])
    expect(await countOf(one, table), `${table} before`).toBe(1)
    clock.set(new Date(begun.getTime() + (days * 24 + 1) * 3_600_000).toISOString())
    await Promise.all([one.runJob(job), two.runJob(job)])
    expect(await countOf(one, table), `${table} after`).toBe(0)
  }
})

test('the privacy policy states the installation’s retention periods', async () => {
  const portal = await startPortal({ environment: periods })
  const { legalText } = await portal.anonymous(legalEndpoints.current, { params: { kind: 'privacy' } })
  const { text } = legalText
  for (const words of ['7 días después de la decisión', '11 días', '13 horas']) expect(text).toContain(words)
  expect(text).not.toMatch(/\{\w+\}/)
})

test('a data export expires after the configured time', async () => {
  const portal = await startPortal({ environment: periods })
  const person = await portal.person()
  const call = await portal.as(person)
  await call(exportEndpoints.request, { params: { patientId: person.id } })
  await portal.makeCopy()
  const [copy] = (await call(exportEndpoints.list)).exports
  expect(copy?.expires_at).toBe('2026-11-27T04:00:00.000Z')
})

test('an invalid or contradictory retention period is rejected at start', () => {
  const read = (environment: Record<string, string>) => () =>
    readConfig({ SECRET_KEY: 'x'.repeat(48), DEMO: 'false', ...environment })
  expect(read({ KEEP_PASSPORT_DAYS: '0' })).toThrow(
    'KEEP_PASSPORT_DAYS should be a whole number from 1 to 3650',
  )
  expect(read({ KEEP_EXPORT_HOURS: 'un día' })).toThrow('KEEP_EXPORT_HOURS')
  expect(read({ KEEP_MAIL_TEXTS_DAYS: '40', KEEP_MAILS_DAYS: '30' })).toThrow('KEEP_MAILS_DAYS')
})
