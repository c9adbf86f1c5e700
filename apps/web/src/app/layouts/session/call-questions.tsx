import { openingReason, sessionConfirmation } from '../../../lib/call-questions.ts'
import { CallQuestionWatch } from '../../../ui/call-question-watch.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const ConfirmationDialog = lazyComponent(
  async () =>
    (await import('../../../features/session/confirmation/confirmation-dialog.tsx')).ConfirmationDialog,
)
const OpeningReasonDialog = lazyComponent(
  async () =>
    (await import('../../../features/users/opening-reason/opening-reason-dialog.tsx')).OpeningReasonDialog,
)

/** The dialogs in which the user answers what a call to the server asks first. */
export function CallQuestions() {
  return (
    <>
      <CallQuestionWatch question={sessionConfirmation} dialog={ConfirmationDialog} />
      <CallQuestionWatch question={openingReason} dialog={OpeningReasonDialog} />
    </>
  )
}
