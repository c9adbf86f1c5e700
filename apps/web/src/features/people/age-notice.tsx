import { registrationEndpoints } from '@mi-portal/contract/registration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { sendChecked } from '../../lib/robot-check.ts'
import { ResultDialog } from '../../ui/result-dialog.tsx'

/**
 * Asks the server whether a person with this birth date is a minor, and if so explains what that means. Without an
 * answer the form stays usable.
 */
export function AgeNotice({ birth }: { birth: string }) {
  const [read, setRead] = useState(false)
  const { data } = useQuery({
    queryKey: ['age', birth],
    queryFn: ({ signal }) =>
      sendChecked('registration', (altcha) =>
        call(registrationEndpoints.age, { params: { date: birth }, query: { altcha } }, { signal }),
      ),
    retry: false,
  })
  return (
    <ResultDialog
      opened={data?.is_minor === true && !read}
      kind="notice"
      title="Información importante"
      action={{ label: 'Entendido', onClick: () => setRead(true) }}
      onClose={() => setRead(true)}
    >
      {data?.msg}
    </ResultDialog>
  )
}
