/** A stored photo of a document in the form that edits the account. It is loaded only when staff ask to see it. */
import type { User } from '@mi-portal/contract/users'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadError } from '../../../ui/load-error.tsx'
import { userPhotosQuery } from '../users.queries.ts'
import { HiddenPhoto } from './hidden-photo.tsx'
import { RequestedPhoto } from './requested-photo.tsx'

interface StoredPhotoProps {
  user: User
  kind: 'file_passport' | 'file_passport_patient'
  label: string
}

export function StoredPhoto({ user, kind, label }: StoredPhotoProps) {
  const [isRequested, setIsRequested] = useState(false)
  const query = useQuery({ ...userPhotosQuery(user), enabled: isRequested })
  const address = isRequested ? query.data?.[kind] : null
  if (address) return <RequestedPhoto address={address} label={label} />
  return (
    <>
      {isRequested && query.isError && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      <HiddenPhoto
        label={label}
        loading={isRequested && query.isFetching}
        onShow={() => setIsRequested(true)}
      />
    </>
  )
}
