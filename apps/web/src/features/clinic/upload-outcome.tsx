import type { PackageProblem } from '@mi-portal/contract/clinic/administration'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PackageProblems } from './package-problems.tsx'

interface UploadOutcomeProps {
  /** The mutation that sends the file. Its answer has the errors that the server found in the file. */
  upload: {
    readonly error: Error | null
    readonly data: { readonly errors: readonly PackageProblem[] } | undefined
  }
  /** The title when the file was stored in the draft. */
  stored: string
  /** The title when the file has errors. */
  rejected: string
  /** What to do after the file was stored. */
  children?: ReactNode
}

/** What became of an uploaded file: it was stored, has errors, or could not be sent. Shows nothing before an upload. */
export function UploadOutcome({ upload: { error, data }, stored, rejected, children }: UploadOutcomeProps) {
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      {data?.errors.length === 0 && (
        <Notice kind="success" announce title={stored}>
          {children}
        </Notice>
      )}
      <PackageProblems title={rejected} problems={data?.errors ?? []} />
    </>
  )
}
