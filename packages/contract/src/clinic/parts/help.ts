/** `help.yaml`: the questions that patients have on each screen, with the clinic's answers. */
import * as field from '../fields.ts'
import { helpScreens } from '../help.ts'

export const screenHelp = field.fields(
  {
    screen: field.choice('The screen on which the questions are shown.', helpScreens),
    questions: field.list(
      field.fields(
        {
          question: field.text('Question, in the words of a patient.', 160),
          answer: field.longText('Answer, as plain text. An empty line begins a new paragraph.', 1500),
        },
        'A question with its answer.',
      ),
      'The questions, in their order.',
      20,
    ),
  },
  'The help of a screen.',
)
