/** Prints the list of exams with the patient's name and document and the date on each sheet. */
import { showDocument } from '@mi-portal/contract/values/document-number'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { loadDelegatedNames } from '../people/delegated/delegated-people.queries.ts'
import { personQuery } from '../people/people.queries.ts'

/** Returns the patient's name and document; without the document for a delegate, who may not see it. */
async function describePatient(client: QueryClient, patientId: number): Promise<string> {
  const delegated = await loadDelegatedNames(client, patientId)
  if (delegated) return [delegated.first_name, delegated.last_name].filter(Boolean).join(' ')
  const person = await client.fetchQuery({
    ...personQuery(patientId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const name = [person.first_name, person.last_name, person.second_name].filter(Boolean).join(' ')
  return `${name} · ${showDocument(person.document_type_id, person.document_number)}`
}

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
    describePatient(client, patientId).then(
      (patient) => setJob({ head: `${patient} · Impreso el ${formatTimestamp(now().toISOString())}` }),
      (failure: Error) => setError(failure),
    )
  }

  return { print, head: job?.head ?? null, error, dismiss: () => setError(null) }
}

export type Printing = ReturnType<typeof usePrinting>
