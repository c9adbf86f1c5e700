/** `result-texts.yaml` and `laboratory/purposes.csv`: what the clinic explains to a patient who reads a result. */
import type { Day } from '../../values/dates.ts'
import * as field from '../fields.ts'

const withheld = (what: string) =>
  field.optional(
    field.fields(
      {
        reason: field.longText(`Why the portal does not show ${what}, as plain text.`, 600),
        how_to_obtain: field.longText(`How ${what} can be obtained instead, as plain text.`, 600),
      },
      `Words about ${what}. Left out: the words of the product.`,
    ),
  )

export const resultTexts = field.fields(
  {
    critical_advice: field.optional(
      field.longText(
        'What a patient does after a result that the laboratory calls critical. `{emergencyPhone}` is replaced. Left out: the words of the product.',
        400,
      ),
    ),
    never_shown: withheld('the kinds of results that are given in person only'),
    reserved: withheld('the results that the law keeps from an adolescent’s guardian'),
  },
  'The clinic’s own words beside results. `{ageReserve}` is replaced by the age from which results are reserved.',
)

export const testPurpose = field.fields(
  {
    code: field.code('Code in `analytes.csv` or `panels.csv`, or a LOINC code.'),
    text: field.text('What the test is for, in one or two plain sentences.', 320),
    approved_by: field.orEmpty(
      field.text('Name and profession of the person who approved the text. Empty: not approved.', 160),
    ),
    approved_on: field.orEmpty(field.date('Day of the approval.')),
    next_review_on: field.orEmpty(
      field.date('Last day on which the text is shown. It is reviewed and approved again before.'),
    ),
  },
  'What a laboratory test or panel is for. Without an approval, or after its review is due, it is shown in the demonstration only.',
)

/** Returns whether the next review of an approved text was due before this day. Such a text is not shown to patients any more. */
export function isReviewOverdue(approval: { readonly next_review_on?: unknown }, today: Day): boolean {
  return typeof approval.next_review_on === 'string' && approval.next_review_on < today
}
