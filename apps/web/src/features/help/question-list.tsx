import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export const nothingFound = 'No encontramos nada con esas palabras. Prueba con otras.'

interface QuestionListProps<Question> {
  label: string
  questions: readonly Question[]
  /** What stands below an answer. */
  renderLink?(question: Question): ReactNode
}

/** Questions that open to their answers. */
export function QuestionList<Question extends { readonly question: string; readonly answer: string }>({
  label,
  questions,
  renderLink,
}: QuestionListProps<Question>) {
  return (
    <ul className="plain-list rows" aria-label={label}>
      {questions.map((one) => (
        <li key={one.question}>
          <details>
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 font-strong text-strong">
              <span className="flex-1">{one.question}</span>
              <IconChevronDown
                size={20}
                stroke={1.75}
                aria-hidden
                className="flex-none fold-arrow open-fold:rotate-180"
              />
            </summary>
            <p className="pb-4 whitespace-pre-line">{one.answer}</p>
            {renderLink?.(one)}
          </details>
        </li>
      ))}
    </ul>
  )
}
