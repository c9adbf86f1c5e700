import { expect, test } from 'vitest'
import { isNetwork } from './networks.ts'

test('a network is an address, or an address with a prefix after which every bit is 0', () => {
  const networks = '10.0.0.0/8 192.168.1.20 0.0.0.0/0 10.20.0.0/16 ::/0 2001:db8::/32 ::1'
  for (const network of networks.split(' ')) expect(isNetwork(network), network).toBe(true)
  const others = '10.0.0.0/33 10.0.0.1/8 10.0.0 256.1.1.1 2001:db8::1/32 1:2:3 ::1:: 10.0.0.0/8/8 a 10.0.0.0/'
  for (const text of ['', ...others.split(' ')]) expect(isNetwork(text), text).toBe(false)
})
