import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { useEndLink } from './family.queries.ts'
import { changeFailed } from './family.rules.ts'

interface EndLinkProps {
  asStaff: boolean
  linkId: number
  /** Title, as a question. */
  title: string
  /** Explains what will happen. */
  children: ReactNode
  /** Label of the confirming button. */
  confirm: string
  onClose(): void
}

/** Confirms and then removes a member or withdraws a request, and shows an error if that failed. */
export function EndLinkDialog({ asStaff, linkId, title, children, confirm, onClose }: EndLinkProps) {
  const end = useEndLink(asStaff)
  if (end.isError) {
    return (
      <ResultDialog opened kind="error" error={end.error} title={changeFailed} onClose={onClose}>
        {end.error.message}
      </ResultDialog>
    )
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      confirm={confirm}
      loading={end.isPending}
      onConfirm={() => end.mutate(linkId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
