/** Downloads whole studies of an exam: the original files for another doctor's program, or the images for any device. */
import type { ExamImages, ImageStudy, StudyFormat } from '@mi-portal/contract/images'
import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadAddress } from '../../lib/browser/browser.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { prepareDownload } from './images.queries.ts'

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

interface StudyDownloadsProps {
  images: ExamImages
  /** Returns a key that is valid now. */
  freshKey(): Promise<string>
}

export function StudyDownloads({ images, freshKey }: StudyDownloadsProps) {
  const { studies } = images
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        El estudio es un archivo zip que otro médico puede abrir en su programa (DICOM). Las imágenes JPEG se
        ven en cualquier equipo. Pueden pesar mucho: te conviene usar wifi.
      </p>
      {studies.map((study) => (
        <StudyDownload
          key={study.study}
          study={study}
          name={studies.length > 1 ? nameOf(study, studies.indexOf(study)) : null}
          freshKey={freshKey}
        />
      ))}
    </div>
  )
}

/** Names one of several studies: `Estudio 2: Tórax del 20/11/2026`. */
function nameOf({ description, date }: ImageStudy, index: number): string {
  const what = [description, date && `del ${date}`].filter(Boolean).join(' ')
  return `Estudio ${index + 1}${what && `: ${what}`}`
}

interface StudyDownloadProps {
  study: ImageStudy
  /** Null if the exam has one study. */
  name: string | null
  freshKey(): Promise<string>
}

function StudyDownload({ study, name, freshKey }: StudyDownloadProps) {
  const [preparing, setPreparing] = useState<StudyFormat | null>(null)
  const [isStarted, setStarted] = useState(false)
  const [error, setError] = useState<Error | null>(null)

  async function download(format: StudyFormat) {
    setPreparing(format)
    setStarted(false)
    setError(null)
    try {
      const { url } = await prepareDownload(await freshKey(), study.study, format)
      downloadAddress(url)
      setStarted(true)
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error('No pudimos iniciar la descarga'))
    } finally {
      setPreparing(null)
    }
  }

  const buttons = (
    <div className="flex flex-wrap gap-2">
      <Button
        size="xs"
        variant="outline"
        loading={preparing === 'dicom'}
        disabled={preparing === 'jpeg'}
        leftSection={<IconDownload {...icon} />}
        onClick={() => download('dicom')}
      >
        Descargar estudio
      </Button>
      <Button
        size="xs"
        variant="outline"
        loading={preparing === 'jpeg'}
        disabled={preparing === 'dicom'}
        leftSection={<IconPhoto {...icon} />}
        onClick={() => download('jpeg')}
      >
        Descargar como JPEG
      </Button>
    </div>
  )
  return (
    <>
      {name === null ? (
        buttons
      ) : (
        <fieldset className="m-0 border-0 p-0">
          <legend>{name}</legend>
          {buttons}
        </fieldset>
      )}
      <div role="status">
        {isStarted && (
          <Notice kind="info" title="La descarga empezó">
            Sigue su avance en tu navegador. Si se interrumpe, el navegador te avisa y el archivo no sirve:
            vuelve a descargarlo.
          </Notice>
        )}
      </div>
      {error && <ErrorNotice error={error} title="No pudimos iniciar la descarga" />}
    </>
  )
}
