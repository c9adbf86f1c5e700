import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'

interface ImageFailureProps {
  error: Error
  onRetry(): void
  /** Downloads the original file; absent if this reader gets none. */
  onDownload?: (() => void) | undefined
}

/** Says in place of an image why it is not shown. An image that can never be shown has no button that tries again. */
export function ImageFailure({ error, onRetry, onDownload }: ImageFailureProps) {
  const isFinal = error instanceof CallError && error.status === 422
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-2 overflow-auto p-4 text-center text-strong select-text"
      // The area around it would take a press for the beginning of a drag.
      onPointerDown={(event) => event.stopPropagation()}
    >
      <p>
        <strong>No pudimos mostrar esta imagen</strong>
      </p>
      <p>{error.message}.</p>
      <p>Las demás imágenes y el informe siguen disponibles.</p>
      <div className="flex flex-wrap gap-2">
        {!isFinal && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Reintentar
          </Button>
        )}
        {onDownload && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
            onClick={onDownload}
          >
            Descargar archivo para el médico
          </Button>
        )}
      </div>
    </div>
  )
}
