/** Ids and counts as strict, bounded integers. Bodies need numbers; only addresses have them as text. */
import * as z from 'zod/mini'
import { textLike } from '../fields/text.ts'

const maxId = 2_147_483_647

/** An id in a body: a positive 32-bit integer. */
export function id(message = 'Identificador inválido') {
  return z.int(message).check(z.minimum(1, message), z.maximum(maxId, message))
}

/** An integer in an address: only digits, no sign, and no leading zero except for zero itself. */
export function countParam(minimum: number, maximum: number, message: string) {
  return z
    .pipe(
      textLike(/^(0|[1-9]\d{0,9})$/, 10, message),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number().check(z.minimum(minimum, message), z.maximum(maximum, message)),
      ),
    )
    .register(z.globalRegistry, { type: 'integer', minimum, maximum })
}

export function idParam(message = 'Identificador inválido') {
  return countParam(1, maxId, message)
}
