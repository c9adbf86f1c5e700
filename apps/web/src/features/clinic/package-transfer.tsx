import { IconDownload } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useDownloadPackage, useUploadPackage } from './clinic-admin.queries.ts'
import { UploadOutcome } from './upload-outcome.tsx'

/** Downloads the published package as a ZIP archive, and stores another one as drafts, with the errors that were found in it. */
export function PackageTransfer() {
  const upload = useUploadPackage()
  const download = useDownloadPackage()
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="default"
          loading={download.isPending}
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={() => download.mutate()}
        >
          Descargar paquete
        </Button>
        <FileButton
          label="Paquete ZIP"
          accept=".zip,application/zip"
          loading={upload.isPending}
          onFile={upload.mutate}
        >
          Subir paquete
        </FileButton>
      </div>
      {download.isError && <ErrorNotice error={download.error} />}
      <UploadOutcome
        upload={upload}
        stored="El paquete quedó en el borrador"
        rejected="El paquete tiene errores y no se guardó nada"
      >
        Revisa los cambios antes de publicarlos.
      </UploadOutcome>
    </>
  )
}
