/** Queries and calls for sharing exams: sending, listing, and opening as the recipient. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import type { shareDraft } from '@mi-portal/contract/exams/exam-share-draft'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, callWithoutSession } from '../../../lib/call.ts'
import { unreachableServer } from '../../../lib/explain-error.ts'
import { getCurrentUser } from '../../../lib/session.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { recordKey } from '../../people/people.queries.ts'
import type { CreatedShare } from './shared-dialog.tsx'
import type { ExamToShare } from './shared-exam.tsx'

export const linkOver = 'Este enlace ya no está disponible'

const sharesKey = (patientId: number) => [...recordKey(patientId), 'exam-shares'] as const

/** The relationships that a recipient can have to the patient. */
export const examRelationshipsQuery = queryOptions({
  queryKey: ['catalogues', 'exam-relationships'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) =>
    (
      await call(
        catalogueEndpoints.examRelationships,
        {},
        { signal, fallback: 'Error server al obtener tipos de relación' },
      )
    ).typeRelationshipExams,
})

interface Sent {
  exams: readonly ExamToShare[]
  draft: Omit<z.output<typeof shareDraft>, 'other_exams'>
}

/** Shares exams: the server sends the link by e-mail. Resolves with the code that the user gives to the recipient. */
export function useShareExams(patientId: number) {
  const changed = useSharesChanged(patientId)
  return useMutation({
    mutationFn: async ({ exams, draft }: Sent): Promise<CreatedShare> => {
      const [first, ...others] = exams
      if (first === undefined) throw new Error('No exam was chosen')
      const params = { patientId, attention_id: first.attention_id, type: first.type }
      const body = { ...draft, other_exams: others.map(({ attention_id }) => attention_id) }
      const options = { fallback: 'Error server al compartir examen' }
      const outcome = await waitForOutcome(call(examShareEndpoints.send, { params, body }, options))
      if (outcome instanceof CallError) throw outcome
      return { ...outcome.share, to: draft.recipient_email, isSeveral: others.length > 0 }
    },
    onSuccess: () => void changed(),
  })
}

/** Returns a function that reloads the lists of a patient's shares. */
function useSharesChanged(patientId: number) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sharesKey(patientId) })
}

/** Lists the shares of a patient's exams, newest first. */
export function sharesQuery(patientId: number) {
  return queryOptions({
    queryKey: sharesKey(patientId),
    queryFn: async ({ signal }) => {
      const options = { signal, fallback: 'Error server al obtener exámenes compartidos' }
      const { shares } =
        getCurrentUser()?.id === patientId
          ? await call(examShareEndpoints.list, {}, options)
          : await call(examShareEndpoints.listOf, { params: { id: patientId } }, options)
      return shares
    },
  })
}

export function useEndShare(patientId: number) {
  const changed = useSharesChanged(patientId)
  return useMutation({
    mutationFn: (id: number) =>
      call(examShareEndpoints.end, { params: { id } }, { fallback: 'No ha sido posible revocar el enlace' }),
    onSettled: changed,
  })
}

/** Opens a shared exam, which counts as one opening. Sends no session: link and code authorize the recipient. */
export function useOpenShare(token: string) {
  return useMutation({
    gcTime: 0,
    mutationFn: (code: string) =>
      callWithoutSession(examShareEndpoints.open, { body: { token, code } }, { fallback: unreachableServer }),
  })
}
