/**
 * Is loaded before a server. Shifts its clock by the milliseconds that the file named by DRILL_CLOCK contains.
 */
import { readFileSync } from 'node:fs'

const path = process.env.DRILL_CLOCK ?? ''
const Right = Date
let wrong = 0
setInterval(() => {
  wrong = Number(readFileSync(path, 'utf8')) || 0
}, 20).unref()

class Wrong extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Right.now() + wrong)
    // The Date constructor takes more arguments than this type can express.
    else super(...(given as [number]))
  }

  static override now(): number {
    return Right.now() + wrong
  }
}
globalThis.Date = Wrong as DateConstructor
