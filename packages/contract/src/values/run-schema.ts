/** The schema of a run on the wire. It is apart from the rules of a run, which pages use without zod. */
import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'
import { cleanRun, isRun, longestSpelling } from './run.ts'

export function run(label = 'RUT') {
  return z
    .pipe(
      z
        .string(`Digita ${label}`)
        .check(z.minLength(1, `Digita ${label}`), atMost(longestSpelling, `Digita ${label} válido`)),
      z.pipe(
        z.transform(cleanRun),
        z
          .string()
          .check(
            atMost(longestSpelling, `Digita ${label} válido`),
            z.refine(isRun, `Digita ${label} válido`),
          ),
      ),
    )
    .register(z.globalRegistry, { examples: ['12345678-5', '12.345.678-5', '123456785'] })
}
