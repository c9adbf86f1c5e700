import { isDay } from '@mi-portal/contract/values/dates'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import * as z from 'zod/mini'
import { maritalStatuses } from '../../ports/civil-registry.ts'

const text = z.string().check(z.trim(), z.maxLength(200))
const run = z.pipe(
  z.string().check(
    z.maxLength(16),
    z.refine((spelling) => isRun(cleanRun(spelling))),
  ),
  z.transform(cleanRun),
)
const commune = z.string().check(z.regex(/^\d{4,5}$/))

export const personAnswer = z.object({
  run,
  names: text.check(z.minLength(1)),
  last_name: text.check(z.minLength(1)),
  second_name: z._default(text, ''),
  date_birth: z.string().check(z.refine(isDay)),
  deceased: z.nullish(z.union([z.boolean(), z.string().check(z.refine(isDay))])),
  mother_run: z.nullish(run),
  father_run: z.nullish(run),
})

/** The facts come only with the right card number. */
export const holderAnswer = z.union([
  z.object({ is_holder: z.literal(false) }),
  z.object({
    is_holder: z.literal(true),
    date_birth: z.string().check(z.refine(isDay)),
    mother_given_names: z._default(text, ''),
    father_given_names: z._default(text, ''),
    marital_status: z.nullish(z.enum(maritalStatuses)),
    birth_commune: z.nullish(commune),
    home_commune: z.nullish(commune),
  }),
])

export type HolderAnswer = z.output<typeof holderAnswer> & { readonly is_holder: true }

/** Says that the registry has no such person. Any other 404 is that of a wrong address. */
export const unknownPersonAnswer = z.object({ code: z.literal('person-not-found') })
