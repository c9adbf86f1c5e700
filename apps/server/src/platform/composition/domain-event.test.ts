import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { provideTestDatabase } from '../../../test/database.ts'
import { statement } from '../database/statement.ts'
import { createDomainEvent } from './domain-event.ts'

const rename = statement<never>('test.rename', 'update people set first_name = $2 where id = $1')

async function eventAboutPerson() {
  const db = await provideTestDatabase()
  const { id } = await buildPerson(db, { first_name: 'Camila' })
  const event = createDomainEvent<{ readonly name: string }>()
  const nameOf = async () => {
    const [row] = await db.ask<{ first_name: string }>('select first_name from people where id = $1', [id])
    return row?.first_name
  }
  event.on(async (tx, { name }) => {
    await tx.run(rename, [id, name])
  })
  return { db, event, nameOf }
}

test('the reactions to a domain event run in its transaction, in the order in which they were registered', async () => {
  const { db, event, nameOf } = await eventAboutPerson()
  const seen: string[] = []
  event.on(async () => {
    seen.push('first')
  })
  event.on(async () => {
    seen.push('second')
  })
  await db.transaction((tx) => event.announce(tx, { name: 'Antonia' }))
  expect(seen).toEqual(['first', 'second'])
  expect(await nameOf()).toBe('Antonia')
})

test('a reaction that fails rolls back the change that announced the event, and all other reactions', async () => {
  const { db, event, nameOf } = await eventAboutPerson()
  event.on(async () => {
    throw new Error('the reaction failed')
  })
  const change = db.transaction((tx) => event.announce(tx, { name: 'Antonia' }))
  await expect(change).rejects.toThrow('the reaction failed')
  expect(await nameOf()).toBe('Camila')
})
