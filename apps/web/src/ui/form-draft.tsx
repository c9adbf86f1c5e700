import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { createDraftHook } from '../lib/drafts.ts'
import { DraftNotice } from './draft-notice.tsx'

/**
 * Creates the hook that stores the draft of a form whose whole input is held by react-hook-form. The hook takes the
 * form and the id of the record that the form changes, null for a new record. It returns the notice that offers the
 * draft of the same record; the notice is null when there is no such draft.
 */
export function createFormDraftHook<Values extends FieldValues>() {
  const useDraft = createDraftHook<{ recordId: number | null; values: Values }>()

  return function useFormDraft<Output>(
    form: UseFormReturn<Values, unknown, Output>,
    recordId: number | null,
  ): { notice: ReactNode; discard(): void; markSent(): void } {
    const { isDirty } = form.formState
    const { offered, discard, markSent } = useDraft(() =>
      isDirty ? { recordId, values: form.getValues() } : null,
    )
    const notice = offered?.recordId === recordId && (
      <DraftNotice
        onTake={() => {
          form.reset(offered.values, { keepDefaultValues: true })
          discard()
        }}
        onLeave={discard}
      />
    )
    return { notice, discard, markSent }
  }
}
