import { expect, test } from 'vitest'
import { isNetwork } from './networks.ts'

test('a network is an address, or an address with a prefix after which every bit is 0', () => {
  for (const network of [
    '10.0.0.0/8',
    '192.168.1.20',
    '0.0.0.0/0',
    '10.20.0.0/16',
    '::/0',
    '2001:db8::/32',
    '::1',
  ])
    expect(isNetwork(network), network).toBe(true)
  for (const text of [
    '',
    '10.0.0.0/33',
    '10.0.0.1/8',
    '10.0.0',
    '256.1.1.1',
    '2001:db8::1/32',
    '1:2:3',
    '::1::',
    '10.0.0.0/8/8',
    'a',
    '10.0.0.0/',
  ])
    expect(isNetwork(text), text).toBe(false)
})
