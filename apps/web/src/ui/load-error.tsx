import { explainError } from '../lib/explain-error.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Replaces a list or form that could not be loaded: shows why, and a retry. */
export function LoadError(props: { error: Error | null; onRetry(): unknown; retrying?: boolean }) {
  return (
    <Notice
      kind="error"
      title={props.error?.message}
      actions={
        <Button size="xs" loading={props.retrying} onClick={props.onRetry}>
          REINTENTAR
        </Button>
      }
    >
      {explainError(props.error)}
    </Notice>
  )
}
