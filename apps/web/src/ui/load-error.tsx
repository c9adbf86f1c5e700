import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Stands where a list or form should be that could not be fetched: why, and a way to try again. */
export function LoadError(props: { message: string; onRetry(): void; retrying?: boolean }) {
  return (
    <Notice
      kind="error"
      title={props.message}
      actions={
        <Button size="xs" danger loading={props.retrying} onClick={props.onRetry}>
          REINTENTAR
        </Button>
      }
    />
  )
}
