import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { useEndLink } from './family.queries.ts'

interface EndLinkProps {
  asStaff: boolean
  linkId: number
  /** A question. */
  title: string
  /** What will happen. */
  children: ReactNode
  /** The verb of the question. */
  confirm: string
  onClose(): void
}

/** Asks, ends the link or takes the request back, and says what went wrong. */
export function EndLinkDialog({ asStaff, linkId, title, children, confirm, onClose }: EndLinkProps) {
  const end = useEndLink(asStaff)
  if (end.isError) {
    return (
      <ResultDialog opened kind="error" title="No fue posible completar el cambio" onClose={onClose}>
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
