import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a network’s first password check runs before those of a flooding network and is not rejected because of them', async () => {
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

/** Verifies `asking` passwords at once, with `concurrent` hashes at a time. Returns the sizes of the groups of answers. */
async function answeredTogether(asking: number, concurrent: number): Promise<number[]> {
  const { verify } = createPasswords({ concurrent })
  let answered = 0
  const groups: number[] = []
  const all = Array.from({ length: asking }, () =>
    verify(null, 'wrong', '198.51.100.7').then(() => {
      answered += 1
      // Answers of one group arrive in the same turn of the event loop.
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

test('in a flood four password checks are answered together, and an answer waits only while another hash is running', async () => {
  expect(await answeredTogether(1, 1)).toEqual([1])
  expect(await answeredTogether(2, 1)).toEqual([2])
  expect(await answeredTogether(9, 1)).toEqual([4, 4, 1])
  const onTwoCores = await answeredTogether(9, 2)
  expect(onTwoCores.reduce((sum, group) => sum + group, 0)).toBe(9)
})
