import { mostFrames } from '@mi-portal/contract/images'

type Window = { readonly center: number; readonly width: number }
type DownloadedStudy = {
  readonly study: string
  readonly series: readonly {
    readonly series: string
    readonly instances: readonly {
      readonly instance: string
      readonly frames: number
      readonly window?: Window
    }[]
  }[]
}

type Numbered<T> = T & { readonly address: Readonly<Record<'study' | 'series' | 'instance', string>> }

/** Returns `IM000012`: a name of up to eight capital letters and digits, which every disc can have (ISO 9660, PS3.10 section 8.2). */
const mediaName = (prefix: 'ST' | 'SE' | 'IM', number: number) =>
  `${prefix}${String(number).padStart(6, '0')}`

export function listMediaFiles({
  study,
  series,
}: DownloadedStudy): Numbered<{ readonly path: readonly string[] }>[] {
  return series.flatMap((one, seriesIndex) =>
    one.instances.map(({ instance }, index) => ({
      address: { study, series: one.series, instance },
      path: ['DICOM', mediaName('ST', 1), mediaName('SE', seriesIndex + 1), mediaName('IM', index + 1)],
    })),
  )
}

export function countFrames({ series }: DownloadedStudy): number {
  const counts = series.map(({ instances }) => instances.reduce((sum, { frames }) => sum + frames, 0))
  return counts.reduce((sum, count) => sum + Math.min(mostFrames, count), 0)
}

/** Returns the images in the order and numbers of the viewer, each with its name without the ending: `serie-01/imagen-0012`. */
export function listRenderedFiles({ study, series }: DownloadedStudy): Numbered<{
  readonly name: string
  readonly frame: number
  readonly window: Window | null
}>[] {
  return series.flatMap((one, seriesIndex) => {
    const folder = `serie-${String(seriesIndex + 1).padStart(2, '0')}`
    const frames = one.instances.flatMap(({ instance, frames: count, window = null }) =>
      Array.from({ length: count }, (_, index) => ({ instance, frame: index + 1, window })),
    )
    return frames.map(({ instance, frame, window }, index) => ({
      address: { study, series: one.series, instance },
      frame,
      window,
      name: `${folder}/imagen-${String(index + 1).padStart(4, '0')}`,
    }))
  })
}

export function downloadName(day: string | null, isOriginal: boolean): string {
  const date = /^\d{8}$/.test(day ?? '') ? `-${day}` : ''
  return `${isOriginal ? 'estudio' : 'imagenes'}${date}.zip`
}

export function describeMissing(names: readonly string[], isComplete: boolean): string | null {
  const parts = [
    ...(isComplete
      ? []
      : ['El archivo de imágenes tiene más imágenes de este examen que las que el portal pudo leer.']),
    ...(names.length === 0
      ? []
      : ['Estas imágenes no se pudieron convertir y no vienen en este archivo:', ...names]),
  ]
  if (parts.length === 0) return null
  return [...parts, 'Pide el estudio completo en la clínica.', ''].join('\r\n')
}
