/** `approvals.yaml`: who approved the clinical content. */
import * as field from '../fields.ts'

const approval = (content: string) =>
  field.optional(
    field.fields(
      {
        name: field.text('Name of the person who approved it.', 120),
        profession: field.text('Profession of the person.', 80),
        registration_number: field.text('Number in the national register of health providers.', 20),
        approved_on: field.date('Day of the approval.'),
      },
      `Approval of ${content}. Left out: not approved.`,
    ),
  )

export const approvals = field.fields(
  {
    preparations: approval('the preparation sheets'),
    questionnaires: approval('the safety questionnaires'),
    laboratory: approval('the laboratory tests and their ranges'),
    exams: approval('the list of exams'),
    procedures: approval('the list of procedures'),
  },
  'Who approved the clinical content, and when.',
)
