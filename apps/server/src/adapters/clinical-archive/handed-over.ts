/** A result as a laboratory or a reading room hands it over: the document that `npm run archive:add` takes. */
import { isDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'

const text = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))
const instant = z
  .string()
  .check(
    z.refine(
      (given) =>
        /^\d{4}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(given) &&
        isDay(given.slice(0, 10)) &&
        !Number.isNaN(Date.parse(given)),
      'should be a moment with its offset, such as 2026-11-20T08:15:00-03:00',
    ),
  )
const orNull = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null)

const measure = z.object({
  code: text(40),
  name: text(200),
  loinc: orNull(text(20)),
  /** A number, or words in `text`. */
  value: orNull(z.number()),
  text: orNull(text(500)),
  unit: orNull(text(40)),
  ucum: orNull(text(40)),
  decimals: z._default(z.int().check(z.minimum(0), z.maximum(6)), 0),
  low: orNull(z.number()),
  high: orNull(z.number()),
  reference_text: orNull(text(500)),
  /** What the law keeps from an adolescent's guardian; the catalogue's own word counts besides. */
  reserved_group: orNull(text(40)),
})

const common = {
  /** The sender's own number of this result: the same one is taken once. */
  number: text(80),
  patient: z.object({ document_type_id: z.union([z.literal(1), z.literal(2)]), document_number: text(20) }),
  attention_number: text(40),
  type_exam: text(300),
  panel_code: orNull(text(40)),
  doctor_solicite: text(200),
  type_patient: text(100),
  taken_at: instant,
  reported_at: instant,
  /** The site: `PROVIDENCIA`, `MAIPU`. */
  office_id: text(40),
  reserved_group: orNull(text(40)),
}

export const handedOver = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('laboratory'),
    specimen: orNull(text(100)),
    results: z.array(measure).check(z.minLength(1), z.maxLength(200)),
  }),
  z.object({
    ...common,
    type: z.literal('imaging'),
    technique: text(2000),
    findings: z.array(text(2000)).check(z.minLength(1), z.maxLength(50)),
    impression: z.array(text(2000)).check(z.minLength(1), z.maxLength(50)),
    reported_by: text(200),
  }),
])
export type HandedOver = z.output<typeof handedOver>
export type HandedMeasure = z.output<typeof measure>
