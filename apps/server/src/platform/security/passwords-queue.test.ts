import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('whoever asks for the first time is served before those who ask without pause, and never refused for them', async () => {
  const { verify } = createPasswords({ concurrent: 1, queue: 10 })
  const order: string[] = []
  const attempt = (from: string) =>
    verify(null, 'wrong', from).then(
      () => order.push(from),
      () => order.push(`${from} refused`),
    )
  const flood = Array.from({ length: 30 }, () => attempt('198.51.100.7'))
  const person = attempt('198.51.100.8')
  await Promise.all([...flood, person])
  const served = order.filter((one) => !one.endsWith('refused'))
  expect(served.indexOf('198.51.100.8')).toBeLessThanOrEqual(1)
  expect(order.filter((one) => one === '198.51.100.7 refused')).toHaveLength(20)
})

test('where everybody asks for the first time, those from a network that asked for much wait behind the others', async () => {
  const { verify } = createPasswords({ concurrent: 1, queue: 10 })
  const order: string[] = []
  const attempt = (from: string) =>
    verify(null, 'wrong', from).then(
      () => order.push(from),
      () => order.push('refused'),
    )
  for (let host = 0; host < 5; host += 1) await attempt(`198.51.100.${host}`)
  const flood = Array.from({ length: 30 }, (_, host) => attempt(`198.51.100.${100 + host}`))
  await Promise.all([...flood, attempt('2001:db8:1:2::7')])
  expect(
    order
      .filter((one) => one !== 'refused')
      .slice(5)
      .indexOf('2001:db8:1:2::7'),
  ).toBe(1)
})

/** How many answers came after each hash, where so many ask at once of a machine that works on so many at a time. */
async function answeredTogether(asking: number, concurrent: number): Promise<number[]> {
  const { verify } = createPasswords({ concurrent })
  let answered = 0
  const groups: number[] = []
  const all = Array.from({ length: asking }, () =>
    verify(null, 'wrong', '198.51.100.7').then(() => {
      answered += 1
      // Whoever is answered together is answered in one turn of the event loop.
      if (answered === 1)
        setImmediate(() => {
          groups.push(answered)
          answered = 0
        })
    }),
  )
  await Promise.all(all)
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  return groups
}

test('in a flood four are told of together, and nobody is kept for whom no other hash is on its way', async () => {
  expect(await answeredTogether(1, 1)).toEqual([1])
  expect(await answeredTogether(2, 1)).toEqual([2])
  expect(await answeredTogether(9, 1)).toEqual([4, 4, 1])
  const onTwoCores = await answeredTogether(9, 2)
  expect(onTwoCores.reduce((sum, group) => sum + group, 0)).toBe(9)
})
