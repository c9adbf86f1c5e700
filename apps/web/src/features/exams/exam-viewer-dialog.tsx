/** Shows an exam above the page it was opened from: the portal's heading, and below it the content of the exam. */
import type { Exam, ExamResults, ExamType } from '@mi-portal/contract/exams/exams'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { IconDownload, IconPrinter, IconShare2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useState } from 'react'
import { formatTaken } from '../../lib/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ActionMenu, MenuAnchor, MenuButton } from '../../ui/layers/action-menu.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePersonNames } from '../people/delegated/delegated-people.queries.ts'
import { shownResultsKey } from './exams.queries.ts'
import { ExamContent } from './viewer/exam-content.tsx'

const PaperResults = lazyComponent(async () => (await import('./viewer/paper-results.tsx')).PaperResults, {
  isOptional: true,
})

interface ExamViewerDialogProps {
  exam: Exam
  type: ExamType
  /** Whether the address of the page names the exam, so that Back already leaves it. */
  hasOwnAddress?: boolean
  /** Opens the form that shares the exam; without it the dialog offers no sharing. */
  onShare?: (() => void) | undefined
  onClose(): void
}

type PersonNames = NonNullable<ReturnType<typeof usePersonNames>['names']>

/** Returns the patient's name and document; without the document for a delegate, who may not see it. */
function describePerson(person: PersonNames): string {
  if (!('document_number' in person)) return [person.first_name, person.last_name].filter(Boolean).join(' ')
  const name = [person.first_name, person.last_name, person.second_name].filter(Boolean).join(' ')
  return `${name} · ${showDocument(person.document_type_id, person.document_number)}`
}

export function ExamViewerDialog(props: ExamViewerDialogProps) {
  const { exam, hasOwnAddress, onShare, onClose } = props
  const { names: person } = usePersonNames(exam.patient_id)
  const { shown, noteShown } = useShownResults(exam)
  return (
    <Dialog
      opened
      hasOwnAddress={hasOwnAddress}
      size={860}
      title={exam.type_exam}
      actions={<Actions exam={exam} shown={shown} onShare={onShare} />}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <p className="type-meta mb-2 text-muted">
        {[person && describePerson(person), formatTaken(exam), exam.doctor_solicite]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ExamContent exam={exam} type={props.type} onClose={onClose} onContent={noteShown} />
      {shown && (
        <Suspense>
          <PaperResults shown={shown} />
        </Suspense>
      )}
    </Dialog>
  )
}

const iconButton = 'plain-button grid size-11 place-items-center rounded-md text-muted hover:bg-sub'

/** What can be done with the exam, as icons with names. Documents and the printer need what the viewer shows. */
function Actions({
  exam,
  shown,
  onShare,
}: Pick<ExamViewerDialogProps, 'exam' | 'onShare'> & { shown: ExamResults | null }) {
  const documents = shown?.documents ?? []
  return (
    <>
      {onShare && (
        <button
          type="button"
          className={iconButton}
          aria-label="Compartir este examen"
          title="Compartir"
          onClick={onShare}
        >
          <IconShare2 size={24} stroke={1.75} aria-hidden />
        </button>
      )}
      {shown?.pdf_url && documents.length < 2 && (
        <a
          href={shown.pdf_url}
          download
          className={iconButton}
          aria-label="Descargar PDF"
          title="Descargar PDF"
        >
          <IconDownload size={24} stroke={1.75} aria-hidden />
        </a>
      )}
      {shown && (
        <ActionMenu label={`Más acciones de ${exam.type_exam}`} title={exam.type_exam}>
          {documents.length > 1 &&
            documents.map(({ name, url }) => (
              <MenuAnchor key={url} icon={IconDownload} href={url} download>
                Descargar {name}
              </MenuAnchor>
            ))}
          <MenuButton icon={IconPrinter} onClick={() => window.print()}>
            Imprimir
          </MenuButton>
        </ActionMenu>
      )}
    </>
  )
}

/**
 * Returns the results that the viewer shows, once it has announced them, and the function that receives them. It also puts them into the
 * cache, which the offline data follow.
 */
function useShownResults(exam: Exam) {
  const client = useQueryClient()
  const [shown, setShown] = useState<ExamResults | null>(null)
  const noteShown = useCallback(
    (content: unknown) => {
      if (!isResultsOf(exam, content)) return
      client.setQueryData([...shownResultsKey(exam.patient_id), exam.attention_id], content)
      setShown(content)
    },
    [client, exam],
  )
  return { shown, noteShown }
}

/** Returns whether the viewer shows this exam. Its values are those of the server: the viewer is a page of the portal, of the same origin. */
function isResultsOf(exam: Exam, content: unknown): content is ExamResults {
  if (typeof content !== 'object' || content === null || !('exam' in content)) return false
  const shown = content.exam
  return (
    typeof shown === 'object' &&
    shown !== null &&
    'attention_id' in shown &&
    shown.attention_id === exam.attention_id &&
    'patient_id' in shown &&
    shown.patient_id === exam.patient_id
  )
}
