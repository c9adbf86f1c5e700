import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cardNumber } from './card-number.ts'

test.each(['517123', '517.123.456', 'A1234567890', '517-123-456', ' 5171 2345'])(
  'an identity card may have the number %s',
  (number) => {
    expect(z.safeParse(cardNumber(), number).success).toBe(true)
  },
)

test.each(['51712', '517123456789', 'A123456789012', '517/123/456'])(
  'an identity card cannot have the number %s',
  (number) => {
    const read = z.safeParse(cardNumber(), number)
    expect(read.error?.issues[0]?.message).toBe('Digita número de documento válido')
  },
)
