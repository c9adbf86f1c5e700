import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { createPortal } from 'react-dom'
import { ExamResultsView } from './exam-results.tsx'
import classes from './paper-results.module.css'

/**
 * Shows the results of the open exam on paper only, in place of the page: when the browser prints the page, it would cut the frame of the
 * viewer at the edge of the dialog.
 */
export function PaperResults({ shown }: { shown: ExamResults }) {
  return createPortal(
    <div className={classes.paper} data-paper aria-hidden>
      <ExamResultsView shown={shown} />
    </div>,
    document.body,
  )
}
