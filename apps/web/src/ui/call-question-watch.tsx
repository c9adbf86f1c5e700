/** Shows the dialog of a question while a call waits for its answer. The end of the session ends the question. */
import { type ComponentType, Suspense, useEffect } from 'react'
import type { sessionConfirmation } from '../lib/call-questions.ts'
import { useCurrentUser } from '../lib/session.ts'

interface CallQuestionWatchProps {
  question: typeof sessionConfirmation
  dialog: ComponentType<{ onClose(): void }>
}

export function CallQuestionWatch({ question, dialog: QuestionDialog }: CallQuestionWatchProps) {
  const isRequested = question.useIsRequested()
  const isSignedIn = useCurrentUser() !== null
  useEffect(() => {
    if (isRequested && !isSignedIn) question.resolve(false)
  }, [question, isRequested, isSignedIn])
  if (!isRequested || !isSignedIn) return null
  return (
    <Suspense>
      <QuestionDialog onClose={() => question.resolve(false)} />
    </Suspense>
  )
}
