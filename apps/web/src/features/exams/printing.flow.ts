/** Prints the list of exams with the patient's name and document and the date on each sheet. */
import { showDocument } from '@mi-portal/contract/values/document-number'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { personQuery } from '../people/people.queries.ts'

/** Returns a function that prints the page, and the head of the sheets, which is known once it was called. */
export function usePrinting(patientId: number) {
  const client = useQueryClient()
  const [job, setJob] = useState<{ head: string } | null>(null)
  const [error, setError] = useState<Error | null>(null)

  // The head is on the page when the effect runs.
  useEffect(() => {
    if (job !== null) window.print()
  }, [job])

  function print() {
    client.fetchQuery({ ...personQuery(patientId), staleTime: Number.POSITIVE_INFINITY }).then(
      ({ first_name, last_name, second_name, document_type_id, document_number }) => {
        const name = [first_name, last_name, second_name].filter(Boolean).join(' ')
        const document = showDocument(document_type_id, document_number)
        setJob({ head: `${name} · ${document} · Impreso el ${formatTimestamp(now().toISOString())}` })
      },
      (failure: Error) => setError(failure),
    )
  }

  return { print, head: job?.head ?? null, error, dismiss: () => setError(null) }
}
