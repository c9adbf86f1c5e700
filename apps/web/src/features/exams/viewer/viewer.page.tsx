/**
 * The viewer of results and report texts: a separate page that has a key and no session. It is made for a frame of the portal; opened
 * without one, it shows its own heading.
 */

import { CallError } from '@mi-portal/contract/calls/call-error'
import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isFramed, postToParent } from '../../../lib/browser/frame.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { resultsByKeyQuery } from '../exams.queries.ts'
import { ExamResultsView, PrintedResults } from './exam-results.tsx'

export function ViewerPage() {
  const { key = '' } = useParams({ strict: false })
  const query = useQuery(resultsByKeyQuery(key))
  const page = useRef<HTMLElement>(null)
  useReportHeight(page)
  useEffect(() => {
    if (query.data) postToParent({ frame: 'content', content: query.data })
  }, [query.data])
  return (
    <main
      ref={page}
      aria-label="Resultados"
      className={isFramed() ? 'bg-card p-1' : 'mx-auto min-h-dvh max-w-viewer bg-card p-4 desktop:p-8'}
    >
      {query.error instanceof CallError && query.error.status === 404 ? (
        <KeyExpired />
      ) : (
        <QueryContent query={query} skeleton={<RowSkeletons count={4} />}>
          {(exam) => <Results {...exam} />}
        </QueryContent>
      )}
    </main>
  )
}

/** Reports the height of this page to the page around its frame, and lets Escape close the dialog there. */
function useReportHeight(page: { current: HTMLElement | null }) {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (page.current) postToParent({ frame: 'height', height: page.current.offsetHeight })
    })
    if (page.current) observer.observe(page.current)
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') postToParent({ frame: 'close' })
    }
    document.addEventListener('keydown', close)
    return () => {
      observer.disconnect()
      document.removeEventListener('keydown', close)
    }
  }, [page])
}

/** Shows the results; in a frame the page around it has the heading. */
function Results(shown: ExamResults) {
  if (!isFramed()) return <ExamResultsView shown={shown} />
  return (
    <>
      <h1 className="portal-hidden">{shown.exam.type_exam}</h1>
      <PrintedResults shown={shown} />
    </>
  )
}

function KeyExpired() {
  return (
    <>
      <h1 className="portal-hidden">Resultado de examen</h1>
      <Notice
        kind="warning"
        title="El acceso a este examen ya venció"
        announce
        actions={
          isFramed() ? (
            <Button size="sm" onClick={() => postToParent({ frame: 'close' })}>
              Volver a Mis Exámenes
            </Button>
          ) : (
            <ButtonLink size="sm" to="/dashboard/mis-examenes/{-$id}" params={{ id: undefined }}>
              Ir a Mis Exámenes
            </ButtonLink>
          )
        }
      >
        Por seguridad dura pocos minutos. Vuelve a abrir el examen desde Mis Exámenes.
      </Notice>
    </>
  )
}
