import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { ageQuery } from './age.queries.ts'

/**
 * Asks the server whether a person with this birth date is a minor, and if so explains what that means. Without an
 * answer the form stays usable.
 */
export function AgeNotice({ birth }: { birth: string }) {
  const [read, setRead] = useState(false)
  const { data } = useQuery(ageQuery(birth))
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
