/** `canned-answers.yaml`: texts from which staff begin an answer to a request. */
import { inboxMatters } from '../../service-requests/inbox.ts'
import * as field from '../fields.ts'

/** What the product fills in: the first name of the person who sent the request, and its number. */
export const answerPlaceholders = ['first_name', 'number'] as const

export const cannedAnswer = field.fields(
  {
    matter: field.choice('The department that answers with the text.', inboxMatters),
    title: field.text('Title by which staff choose the text.', 80),
    text: field.longText(
      'The text, which staff can change before they send it. `{first_name}` and `{number}` are replaced.',
      4000,
    ),
  },
  'A text for an answer to a request.',
)
