import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import type { Queries, Work } from '../database.ts'
import { gatherTurns } from './gathering.ts'

const calls = new AsyncLocalStorage<string>()
// Nothing here asks the database.
const tx = {} as Queries

/** Runs work as a database would that fails with this code where several are together. */
function failing(code: string | null) {
  const asked: (string | undefined)[][] = []
  const gather = gatherTurns(async (work: Work) => {
    const names = (await Promise.all(work(tx))) as string[]
    asked.push([calls.getStore(), ...names])
    if (code !== null && names.length > 1) throw Object.assign(new Error(code), { code })
  })
  const inCall = (name: string) => calls.run(name, () => gather(() => [Promise.resolve(calls.getStore())]))
  return { asked, inCall }
}

test('what is asked for in one turn is run once, each in the name of its own call', async () => {
  const { asked, inCall } = failing(null)
  await Promise.all([inCall('one'), inCall('two')])
  await inCall('three')
  expect(asked).toEqual([
    ['one', 'one', 'two'],
    ['three', 'three'],
  ])
})

test('where several are refused together each is run alone, in its own call', async () => {
  const { asked, inCall } = failing('23505')
  await Promise.all([inCall('one'), inCall('two')])
  expect(asked.slice(1)).toEqual([
    ['one', 'one'],
    ['two', 'two'],
  ])
})

test('what lacked time or a connection is not asked for again', async () => {
  for (const code of ['57014', '55P03', '08006', 'ECONNRESET']) {
    const { asked, inCall } = failing(code)
    const outcomes = await Promise.allSettled([inCall('one'), inCall('two')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(asked).toHaveLength(1)
  }
})
