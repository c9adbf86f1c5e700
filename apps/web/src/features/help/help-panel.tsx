/** Shows the questions and answers of the present page, searches in those of all pages, and gives the clinic's phone. */
import type { HelpScreen } from '@mi-portal/contract/clinic/help'
import { IconMessage2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmergencyLine } from '../../ui/emergency-line.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { helpQuery } from './help.queries.ts'
import {
  type FoundQuestion,
  findHelpScreen,
  helpPages,
  listScreenQuestions,
  searchHelp,
} from './help.rules.ts'
import { nothingFound, QuestionList } from './question-list.tsx'

interface HelpPanelProps {
  /** The path of the page below. */
  pathname: string
  onClose(): void
  /** Starts the booking by chat; absent where there is none. */
  onChat?: (() => void) | undefined
}

export function HelpPanel({ pathname, onClose, onChat }: HelpPanelProps) {
  const query = useQuery(helpQuery)
  const [text, setText] = useState('')
  const here = findHelpScreen(pathname)
  return (
    <Dialog opened size={680} title="Ayuda" onClose={onClose}>
      <div className="grid gap-4">
        {onChat && (
          <Button
            variant="soft"
            leftSection={<IconMessage2 size={20} stroke={1.75} aria-hidden />}
            onClick={() => {
              onClose()
              onChat()
            }}
          >
            Agenda por chat
          </Button>
        )}
        <QueryContent query={query} skeleton={<RowSkeletons count={4} />}>
          {(screens) => (
            <>
              <SearchField label="Busca en la ayuda" maxLength={60} value={text} onSearch={setText} />
              <Questions
                questions={text === '' ? listScreenQuestions(screens, here) : searchHelp(screens, text)}
                isSearch={text !== ''}
                here={here}
                onLeave={onClose}
              />
            </>
          )}
        </QueryContent>
        <div className="grid gap-2 text-muted">
          {portal.clinic.support.phone !== '' && (
            <p>
              ¿No encontraste lo que buscabas? Llámanos al <PhoneLink number={portal.clinic.support.phone} />.
            </p>
          )}
          <EmergencyLine />
        </div>
      </div>
    </Dialog>
  )
}

interface QuestionsProps {
  questions: readonly FoundQuestion[]
  isSearch: boolean
  /** The screen below. A question about another one has a link to it. */
  here: HelpScreen
  onLeave(): void
}

function Questions({ questions, isSearch, here, onLeave }: QuestionsProps) {
  if (questions.length === 0)
    return <p role="status">{isSearch ? nothingFound : 'Aún no hay preguntas sobre esta página.'}</p>
  return (
    <QuestionList
      label={isSearch ? 'Preguntas encontradas' : 'Preguntas frecuentes'}
      questions={questions}
      renderLink={({ screen }) =>
        screen !== here && (
          <p className="pb-4">
            <TextLink {...helpPages[screen].link} onClick={onLeave}>
              Ir a {helpPages[screen].label}
            </TextLink>
          </p>
        )
      }
    />
  )
}
