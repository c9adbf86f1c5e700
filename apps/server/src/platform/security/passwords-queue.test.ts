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
