/** Shows the questions and answers of the present page, searches in those of all pages, and gives the clinic's phone. */
import type { ScreenHelp } from '@mi-portal/contract/clinic/help'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmergencyLine } from '../../ui/emergency-line.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { helpQuery } from './help.queries.ts'
import { findHelpScreen, searchHelp } from './help.rules.ts'
import classes from './help-panel.module.css'

interface HelpPanelProps {
  /** The path of the page below. */
  pathname: string
  onClose(): void
}

export function HelpPanel({ pathname, onClose }: HelpPanelProps) {
  const query = useQuery(helpQuery)
  const [text, setText] = useState('')
  return (
    <Dialog opened size={680} title="Ayuda" onClose={onClose}>
      <div className={classes.panel}>
        <QueryContent query={query} skeleton={<RowSkeletons count={4} />}>
          {(screens) => (
            <>
              <SearchField label="Busca en la ayuda" maxLength={60} value={text} onSearch={setText} />
              <Questions
                questions={
                  text === ''
                    ? (screens.find(({ screen }) => screen === findHelpScreen(pathname))?.questions ?? [])
                    : searchHelp(screens, text)
                }
                isSearch={text !== ''}
              />
            </>
          )}
        </QueryContent>
        <div className={classes.foot}>
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

function Questions({ questions, isSearch }: { questions: ScreenHelp['questions']; isSearch: boolean }) {
  if (questions.length === 0)
    return (
      <p role="status">
        {isSearch
          ? 'No encontramos nada con esas palabras. Prueba con otras.'
          : 'Aún no hay preguntas sobre esta página.'}
      </p>
    )
  return (
    <ul
      className={classes.questions}
      aria-label={isSearch ? 'Preguntas encontradas' : 'Preguntas frecuentes'}
    >
      {questions.map(({ question, answer }) => (
        <li key={question}>
          <details>
            <summary>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
              {question}
            </summary>
            <p className={classes.answer}>{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
