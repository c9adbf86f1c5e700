/** The images of a shared exam for the recipient of the share, who has no account. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { linkOver } from '../exams/shares/shares.queries.ts'
import { ImageViewer } from './image-viewer.tsx'
import { sharedAddresses, sharedImagesQuery, useFreshKey } from './images.queries.ts'
import { noImagesToSee, notForDiagnosis } from './images.rules.ts'

interface SharedImagesProps {
  /** The key of the opening, with which the images are listed. */
  openingKey: string
  /** Returns to the field for the code. */
  onAskCode(): void
}

export function SharedImages({ openingKey, onAskCode }: SharedImagesProps) {
  const query = useQuery(sharedImagesQuery(openingKey))
  const freshKey = useFreshKey(query)
  const status = query.error instanceof CallError ? query.error.status : null
  if (status === 410)
    return (
      <Notice kind="warning" title={linkOver}>
        Venció o la persona que lo compartió lo revocó. Pídele que comparta el examen nuevamente.
      </Notice>
    )
  if (status === 404)
    return (
      <Notice
        kind="warning"
        title="Ingresa el código otra vez para ver las imágenes"
        actions={
          <Button size="xs" variant="outline" onClick={onAskCode}>
            Ingresar el código
          </Button>
        }
      >
        Las imágenes se pueden ver durante una hora después de ingresar el código.
      </Notice>
    )
  return (
    <QueryContent query={query} skeleton={<BlockSkeleton height={420} />}>
      {(images) =>
        images.studies.length === 0 ? (
          <EmptyState icon={IconPhotoOff} title={noImagesToSee}>
            Puedes leer el informe, o pedir las imágenes a la persona que lo compartió.
          </EmptyState>
        ) : (
          <>
            {!images.is_complete && (
              <Notice kind="warning">
                Faltan imágenes de este examen. El paciente puede pedir el estudio completo en la clínica.
              </Notice>
            )}
            <Notice kind="info" title={notForDiagnosis}>
              Lo que encontró el médico está escrito en el informe.
            </Notice>
            <div className="always-dark bg-page px-4 pb-4 text-body max-desktop:-mx-4 desktop:rounded-card wide:pt-4">
              <ImageViewer
                images={images}
                addresses={sharedAddresses}
                freshKey={freshKey}
                // The share may have ended since the images were listed. The list then says so.
                onImageFailed={() => query.refetch({ cancelRefetch: false })}
              />
            </div>
          </>
        )
      }
    </QueryContent>
  )
}
