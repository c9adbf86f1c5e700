import type { ReactNode } from 'react'
import { explainError } from '../lib/explain-error.ts'
import { Notice } from './notice.tsx'

interface ErrorNoticeProps {
  error: Error
  /** Replaces the error's message as the title; the message is then shown below. */
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** Shows why an action failed: the message and, without an answer from the server, what to do. A form has `FormError`. */
export function ErrorNotice({ error, title, children, actions }: ErrorNoticeProps) {
  const explanation = explainError(error)
  return (
    <Notice kind="error" title={title ?? error.message} actions={actions}>
      {title !== undefined && <p>{error.message}</p>}
      {explanation && <p>{explanation}</p>}
      {children}
    </Notice>
  )
}
