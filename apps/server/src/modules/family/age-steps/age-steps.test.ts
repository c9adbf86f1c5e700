import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { expect, test } from 'vitest'
import { buildLink } from '../../../../test/build.ts'
import { startPortal, startServer } from '../../../../test/portal.ts'

/** A mother with proven guardianship, an aunt without, and a child with a mailbox. The clock stands at 26 November 2026, noon. */
async function withFamily(
  date_birth: string,
  environment: Record<string, string> = {},
  email: string | null = 'hija@ejemplo.cl',
) {
  const portal = await startPortal({ environment })
  const mother = await portal.person({ first_name: 'Camila', email: 'madre@ejemplo.cl' })
  const aunt = await portal.person({ first_name: 'Paz', email: 'tia@ejemplo.cl' })
  const child = await portal.person({
    first_name: 'Martina',
    last_name: 'Soto',
    second_name: '',
    date_birth,
    email,
  })
  await buildLink(portal.db, { leader_id: mother.id, member_id: child.id })
  await buildLink(portal.db, { leader_id: aunt.id, member_id: child.id, guardian_proof: null })
  const mails = () => portal.db.listMails('family.%')
  const notices = () =>
    portal.db.ask<{ person_id: number; text: string }>(
      'select person_id, text from notifications order by person_id',
    )
  return { ...portal, mother, aunt, child, mails, notices, run: () => portal.runJob('family.ageSteps') }
}

test('thirty days before the fourteenth birthday, child and mother learn what the mother will no longer see, and the aunt is not notified', async () => {
  const { clock, run, mails, notices, child, mother } = await withFamily('2012-12-27')
  await run()
  expect(await mails()).toEqual([])
  clock.advance({ days: 1 })
  await run()
  const sent = Object.fromEntries((await mails()).map(({ recipient, body_text }) => [recipient, body_text]))
  expect(Object.keys(sent).toSorted()).toEqual(['hija@ejemplo.cl', 'madre@ejemplo.cl'])
  expect(sent['hija@ejemplo.cl']).toMatch(/el 27\/12\/2026 cumples 14 años[\s\S]*«Solo yo»/)
  expect(sent['madre@ejemplo.cl']).toContain('el 27/12/2026 Martina S. cumple 14 años')
  expect(sent['madre@ejemplo.cl']).toContain('no verás los exámenes y las horas que la ley reserva')
  expect((await notices()).map(({ person_id }) => person_id)).toEqual([mother.id, child.id])
})

test('each step is notified once, however many servers and days run the job, and the next step again', async () => {
  const { db, clock, run, mails, runJob } = await withFamily('2012-12-20')
  const second = await startServer(db, clock)
  await Promise.all([runJob('family.ageSteps'), second.runJob('family.ageSteps'), run()])
  clock.advance({ days: 3 })
  await run()
  expect(await mails()).toHaveLength(2)
  clock.set('2028-12-01T15:00:00Z')
  await run()
  clock.set('2030-12-01T15:00:00Z')
  await run()
  expect(
    await db.ask(
      'select step, count(*)::int as people from coming_of_age_notices group by step order by step',
    ),
  ).toEqual([
    { step: 'adult', people: 2 },
    { step: 'consent', people: 2 },
    { step: 'reserve', people: 2 },
  ])
})

test('the steps follow the settings, and a step at the age of an adult is not announced apart', async () => {
  const { run, mails } = await withFamily('2011-12-20', { AGE_RESERVE: '15', AGE_CONSENT: '18' })
  await run()
  expect((await mails()).map(({ body_text }) => body_text.includes('15 años'))).toEqual([true, true])
  const grown = await withFamily('2008-12-20', { AGE_CONSENT: '18' })
  await grown.run()
  expect(await grown.db.ask('select distinct step from coming_of_age_notices')).toEqual([{ step: 'adult' }])
})

test('a child without a mailbox is notified in the portal, and a mother as she chose', async () => {
  const { as, mother, run, mails, notices } = await withFamily('2012-12-20', {}, null)
  const body = { choices: [{ topic: 'family' as const, channels: [] }] }
  await (await as(mother))(notificationPreferenceEndpoints.choose, { body })
  await run()
  expect(await mails()).toEqual([])
  expect(await notices()).toHaveLength(2)
})
