import { type PartName, parts } from '@mi-portal/contract/clinic/clinic-package'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { partQuery, useDownloadPart, useUploadPart } from './clinic-admin.queries.ts'
import { UploadOutcome } from './upload-outcome.tsx'

/** Downloads a part as a file, and stores an edited file as the draft of the part. */
export function PartFile({ part }: { part: PartName }) {
  const query = useQuery(partQuery(part))
  const download = useDownloadPart(part)
  const upload = useUploadPart(part)
  const { name, accept, text } = fileOf(part)
  return (
    <section className="portal-card grid grid-cols-1 gap-4 p-6" aria-labelledby="archivo">
      <h2 id="archivo">Archivo</h2>
      <p>{text} Descárgalo, edítalo y vuelve a subirlo: queda en el borrador y nada se publica todavía.</p>
      <QueryContent query={query}>
        {({ based_on }) => (
          <div className="flex flex-wrap gap-3">
            <Button
              variant="default"
              loading={download.isPending}
              leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
              onClick={() => download.mutate(name)}
            >
              Descargar {name}
            </Button>
            <FileButton
              label={`Archivo ${name}`}
              accept={accept}
              loading={upload.isPending}
              onFile={(file) => upload.mutate({ file, based_on })}
            >
              Subir archivo
            </FileButton>
          </div>
        )}
      </QueryContent>
      {download.isError && <ErrorNotice error={download.error} />}
      <UploadOutcome
        upload={upload}
        stored="El archivo quedó en el borrador"
        rejected="El archivo tiene errores y no se guardó nada"
      />
    </section>
  )
}

function fileOf(part: PartName): { readonly name: string; readonly accept: string; readonly text: string } {
  const { format, path } = parts[part]
  const name = path.replaceAll('/', '-')
  if (format === 'csv')
    return { name, accept: '.csv,text/csv', text: 'Una planilla CSV que se abre con Excel o LibreOffice.' }
  if (format === 'yaml') return { name, accept: '.yaml,.yml', text: 'Un archivo de texto YAML.' }
  return {
    name: `${name}.zip`,
    accept: '.zip,application/zip',
    text: 'Un archivo ZIP con un texto por elemento.',
  }
}
