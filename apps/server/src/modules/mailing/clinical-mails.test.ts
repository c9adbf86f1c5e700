import { expect, test } from 'vitest'
import { buildFamily, buildPerson } from '../../../test/build.ts'
import { provideTestDatabase } from '../../../test/database.ts'
import { testBranding } from '../../../test/mail/branding.ts'
import { openMail } from '../../../test/mail/mailing.ts'
import { readSamples } from '../../../test/mail/samples.ts'
import { testClock } from '../../../test/portal.ts'

/** Mails about the account itself, and mails to addresses without an account. All others are clinical. */
const notClinical = [
  'booking.imagingContactReceived',
  'breaches.letter',
  'exams.shared',
  'family.accountInvitation',
  'installation.identityRequested',
  'requests.arrived',
  'scanning.infected',
  'staffReads.moreOpened',
  'mailing.test',
]
const ofTheAccount = /^(account|confirmations|passkeys|profile|registration|session|users)\./

const isClinical = (name: string) => !ofTheAccount.test(name) && !notClinical.includes(name)

async function startOutbox() {
  const db = await provideTestDatabase()
  const { mail } = openMail(db, testClock())
  /** Queues every mail of the product to a person, and returns the outcome of each by its name. */
  const queueEach = async (recipient: string, person_id: number | null) => {
    const outcomes: Record<string, string> = {}
    for (const sample of await readSamples()) {
      outcomes[sample.name] = await db.transaction((tx) =>
        sample.send(
          (template, data) => mail.queue(tx, template, { recipient, person_id, data }),
          testBranding,
        ),
      )
    }
    return outcomes
  }
  return { db, mail, queueEach }
}

async function outcomesBy(decide: (name: string) => string): Promise<Record<string, string>> {
  return Object.fromEntries((await readSamples()).map(({ name }) => [name, decide(name)]))
}

test('every mail of the product reaches the verified address of its person, and any other address only mails about the account', async () => {
  const { db, queueEach } = await startOutbox()
  const { id } = await buildPerson(db, { email: 'rosa@ejemplo.cl' })
  expect(await queueEach('Rosa@Ejemplo.cl', id)).toEqual(await outcomesBy(() => 'queued'))
  const unverified = await buildPerson(db, { email: 'olga@ejemplo.cl', email_verified_at: null })
  const { child } = await buildFamily(
    db,
    { email: 'madre@ejemplo.cl', date_birth: '2010-05-05' },
    { email: 'Madre@ejemplo.cl' },
  )
  for (const [address, person, reason] of [
    ['olga@ejemplo.cl', unverified.id, 'unverified'],
    ['otra@ejemplo.cl', id, 'unverified'],
    ['rosa@ejemplo.cl', null, 'unverified'],
    ['madre@ejemplo.cl', child.id, 'guardian_mailbox'],
  ] as const) {
    const expected = await outcomesBy((name) => (isClinical(name) ? reason : 'queued'))
    expect([address, await queueEach(address, person)]).toEqual([address, expected])
  }
  await db.ask(`update people set deceased_at = now(), deceased_source = 'staff' where id = $1`, [id])
  expect(await queueEach('rosa@ejemplo.cl', id)).toEqual(await outcomesBy(() => 'deceased'))
})

test('a statement with many mails stores only those to verified addresses', async () => {
  const { db, mail } = await startOutbox()
  const people = [
    await buildPerson(db, { email: 'ana@ejemplo.cl' }),
    await buildPerson(db, { email: 'luis@ejemplo.cl', email_verified_at: null }),
    await buildPerson(db, { email: 'olga@ejemplo.cl' }),
  ]
  const sample = (await readSamples()).find(({ name }) => name === 'booking.reminder')
  if (!sample) throw new Error('reminders are mailed')
  const queued = await db.transaction((tx) =>
    sample.send(
      (template, data) =>
        mail.queueAll(
          tx,
          template,
          people.map(({ id, email }) => ({ recipient: email ?? '', person_id: id, data })),
        ),
      testBranding,
    ),
  )
  expect(queued).toBe(2)
  expect(await db.ask('select recipient from outbox order by id')).toEqual([
    { recipient: 'ana@ejemplo.cl' },
    { recipient: 'olga@ejemplo.cl' },
  ])
})
