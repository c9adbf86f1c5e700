/** `preparations/*.md` and `questionnaires.yaml`: what a patient does and answers before an exam or procedure. */
import type * as z from 'zod/mini'
import * as field from '../fields.ts'

export const preparation = field.fields(
  {
    key: field.key('Name of the file without `.md`.'),
    title: field.text('Title of the sheet.', 120),
    fasting_hours: field.optional(field.integer('Hours without food. Left out: no fasting.', 1, 48)),
    body: field.longText(
      'Text below the front matter, in Markdown: paragraphs, lists, bold and italic text, headings of level 4. The title is added above.',
      20_000,
    ),
  },
  'A preparation sheet.',
)
export type Preparation = z.output<typeof preparation>

export const questionnaire = field.fields(
  {
    key: field.key('Name within the package.'),
    title: field.text('Title, as patients read it.', 120),
    intro: field.text('Text above the questions.', 600),
    applies_to: field.codes('Codes of the exam specialties that use the questionnaire.', 1),
    questions: field.list(
      field.fields(
        {
          id: field.key('Name of the question. Stored answers point to it.'),
          text: field.text('Question to the patient.', 400),
          text_other: field.text('The same question to a person who answers for the patient.', 400),
        },
        'A question that is answered with yes or no.',
      ),
      'The questions, in their order.',
      40,
    ),
  },
  'A safety questionnaire.',
)
